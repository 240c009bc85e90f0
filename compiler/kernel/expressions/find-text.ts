/** Up to this length in UTF-16 units, the engine of JavaScript searches a text in time linear in the longer text. */
const MAX_NATIVE_UNITS = 32;

/**
 * Returns the index of the first occurrence of `part` from `from` on, in UTF-16 units, or -1. The time is linear in both
 * texts together, also for long periodic ones, for which `indexOf` takes quadratic time (Knuth, Morris, Pratt 1977).
 * `borders` are those of `part`, for a caller that searches it many times.
 */
export function findText(text: string, part: string, from: number, borders: Borders = findBorders(part)): number {
  if (borders === null) return text.indexOf(part, from);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

/** For each prefix of a long text, the length of the longest shorter prefix that is also its end. Null for a short text. */
export type Borders = Int32Array | null;

/** Returns the borders of a text that is to be found. */
export function findBorders(part: string): Borders {
  if (part.length <= MAX_NATIVE_UNITS) return null;
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at++) {
    const unit = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] as number;
    if (part.charCodeAt(length) === unit) length++;
    borders[at] = length;
  }
  return borders;
}
