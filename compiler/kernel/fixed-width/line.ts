/** The text of one fixed-width record, prepared for slicing. */
export interface FixedWidthLine {
  readonly text: string;
  /** The code points of the text. Null if each code point is one UTF-16 unit. Then `text` can be sliced directly. */
  readonly characters: readonly string[] | null;
  /** The texts of the fields that were sliced so far, without padding. */
  readonly slices: string[];
}

/**
 * Returns `length` characters of the record, beginning with character `start`, which counts from 1. Returns fewer if
 * the record ends before.
 */
export function sliceCharacters({ text, characters }: FixedWidthLine, start: number, length: number): string {
  return characters === null
    ? text.slice(start - 1, start - 1 + length)
    : characters.slice(start - 1, start - 1 + length).join('');
}

/**
 * Returns the text of a left-aligned field without its trailing padding. `start` counts from 1. If the padding is `0`
 * and the field contains only zeros, one zero remains.
 */
export function sliceLeftAligned(line: FixedWidthLine, start: number, length: number, padding: string): string {
  const cell = sliceCharacters(line, start, length);
  const min = padding === '0' ? 1 : 0;
  let end = cell.length;
  while (end > min && cell.endsWith(padding, end)) end -= padding.length;
  const text = end === cell.length ? cell : cell.slice(0, end);
  line.slices.push(text);
  return text;
}

/**
 * Returns the text of a right-aligned field without its leading padding. `start` counts from 1. If the padding is `0`
 * and the field contains only zeros, one zero remains.
 */
export function sliceRightAligned(line: FixedWidthLine, start: number, length: number, padding: string): string {
  const cell = sliceCharacters(line, start, length);
  const max = padding === '0' ? cell.length - 1 : cell.length;
  let from = 0;
  while (from < max && cell.startsWith(padding, from)) from += padding.length;
  const text = from === 0 ? cell : cell.slice(from);
  line.slices.push(text);
  return text;
}

const SURROGATES = /[\ud800-\udfff]/;

/** Prepares the text of a record for slicing. */
export function createFixedWidthLine(text: string): FixedWidthLine {
  return { text, characters: SURROGATES.test(text) ? Array.from(text) : null, slices: [] };
}
