/** The text of a record of a fixed-width file. */
export interface FixedWidthLine {
  readonly text: string;
  /** Its characters, where one of them takes two UTF-16 units; else null: a place is then a place in `text`. */
  readonly characters: readonly string[] | null;
}

/** The characters of a record from `start` on, which counts from 1; fewer where it ends before. */
export function sliceCharacters({ text, characters }: FixedWidthLine, start: number, length: number): string {
  return characters === null
    ? text.slice(start - 1, start - 1 + length)
    : characters.slice(start - 1, start - 1 + length).join('');
}

/** A field that is padded on the right, without its padding. Of one that is all zeros as padding one stays. */
export function sliceLeftAligned(line: FixedWidthLine, start: number, length: number, padding: string): string {
  const cell = sliceCharacters(line, start, length);
  const least = padding === '0' ? 1 : 0;
  let end = cell.length;
  while (end > least && cell.endsWith(padding, end)) end -= padding.length;
  return end === cell.length ? cell : cell.slice(0, end);
}

/** A field that is padded on the left, without its padding. Of one that is all zeros as padding one stays. */
export function sliceRightAligned(line: FixedWidthLine, start: number, length: number, padding: string): string {
  const cell = sliceCharacters(line, start, length);
  const most = padding === '0' ? cell.length - 1 : cell.length;
  let from = 0;
  while (from < most && cell.startsWith(padding, from)) from += padding.length;
  return from === 0 ? cell : cell.slice(from);
}

const SURROGATES = /[\ud800-\udfff]/;

/** A record's text, ready to be cut. */
export function createFixedWidthLine(text: string): FixedWidthLine {
  return { text, characters: SURROGATES.test(text) ? Array.from(text) : null };
}
