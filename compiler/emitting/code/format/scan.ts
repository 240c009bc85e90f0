/** A bracket pair on the outermost level of an expression: the indexes of both brackets. */
export interface Bracket {
  readonly open: number;
  readonly close: number;
}

/** Returns the bracket pairs on the outermost level of an expression. Brackets in string literals do not count. */
export function findBrackets(text: string): Bracket[] {
  const found: Bracket[] = [];
  let open = -1;
  forEachCode(text, (character, at, depth) => {
    if (isOpening(character) && depth === 1) open = at;
    else if (isClosing(character) && depth === 0) found.push({ open, close: at });
  });
  return found;
}

/** Splits an expression at each separator on its outermost level. The parts do not contain the separator. */
export function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  forEachCode(text, (_, at, depth) => {
    if (depth !== 0 || at < from || !text.startsWith(separator, at)) return;
    parts.push(text.slice(from, at));
    from = at + separator.length;
  });
  return [...parts, text.slice(from)];
}

/** Returns the index of the `//` comment at the end of a line, or the length of the line if it has none. */
export function findComment(line: string): number {
  let found = line.length;
  forEachCode(line, (_, at) => {
    if (at < found && line.startsWith('// ', at)) found = at;
  });
  return found;
}

/**
 * Calls `visit` for each character outside of string literals and for their opening quotes, with the number of brackets
 * that are open after it.
 */
function forEachCode(text: string, visit: (character: string, at: number, depth: number) => void): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "'" || character === '"') {
      visit(character, at, depth);
      at = endOfString(text, at);
      continue;
    }
    if (isOpening(character)) depth++;
    if (isClosing(character)) depth--;
    visit(character, at, depth);
  }
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charAt(at) !== text.charAt(from)) at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

function isOpening(character: string): boolean {
  return character === '(' || character === '[' || character === '{';
}

function isClosing(character: string): boolean {
  return character === ')' || character === ']' || character === '}';
}
