/**
 * Compares two texts by their code points, as their UTF-8 bytes compare. Returns a negative number, 0 or a positive
 * number. The operators of JavaScript compare UTF-16 units, which sort U+E000 to U+FFFF after the code points beyond.
 */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === end) return a.length - b.length;
  return rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at));
}

/** Returns a number that sorts a differing UTF-16 unit like the code point that it belongs to. */
function rankOf(unit: number): number {
  return isSurrogate(unit) ? unit + 0x10000 : unit;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
