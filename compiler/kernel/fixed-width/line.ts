/** The text of one fixed-width record. */
export interface FixedWidthLine {
  readonly text: string;
  /** The code points of the text. Null if each is one UTF-16 unit, so that `text` can be sliced directly. */
  readonly characters: readonly string[] | null;
}

/**
 * Returns `length` characters of the record from character `start` on, which counts from 1. Shorter at the end of the
 * record.
 */
export function sliceCharacters({ text, characters }: FixedWidthLine, start: number, length: number): string {
  return characters === null
    ? text.slice(start - 1, start - 1 + length)
    : characters.slice(start - 1, start - 1 + length).join('');
}

/**
 * Returns a left-aligned field without the padding at its end. A field that is all zeros retains one zero if `0` is the
 * padding.
 */
export function sliceLeftAligned(line: FixedWidthLine, start: number, length: number, padding: string): string {
  const cell = sliceCharacters(line, start, length);
  const min = padding === '0' ? 1 : 0;
  let end = cell.length;
  while (end > min && cell.endsWith(padding, end)) end -= padding.length;
  return end === cell.length ? cell : cell.slice(0, end);
}

/**
 * Returns a right-aligned field without the padding at its start. A field that is all zeros retains one zero if `0` is
 * the padding.
 */
export function sliceRightAligned(line: FixedWidthLine, start: number, length: number, padding: string): string {
  const cell = sliceCharacters(line, start, length);
  const max = padding === '0' ? cell.length - 1 : cell.length;
  let from = 0;
  while (from < max && cell.startsWith(padding, from)) from += padding.length;
  return from === 0 ? cell : cell.slice(from);
}

const SURROGATES = /[\ud800-\udfff]/;

/** Prepares the text of a record for slicing. */
export function createFixedWidthLine(text: string): FixedWidthLine {
  return { text, characters: SURROGATES.test(text) ? Array.from(text) : null };
}
