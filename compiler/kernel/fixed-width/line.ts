import type { CharacterWidth } from './character-width.ts';

/** The text of one fixed-width record, prepared for slicing. */
export interface FixedWidthLine {
  readonly text: string;
  /**
   * The code points of the text; if positions are bytes, each followed by an empty text for each further byte of it. Null
   * if each position is one UTF-16 unit. Then `text` can be sliced directly.
   */
  readonly characters: readonly string[] | null;
  /** The texts of the fields that were read so far, without padding. */
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

/** Returns a value of the record that is no cell of it, and counts it as one, because cells are found by their order. */
export function withoutCell<Value extends string | null | undefined>(line: FixedWidthLine, value: Value): Value {
  line.slices.push(value ?? '');
  return value;
}

const SURROGATES = /[\ud800-\udfff]/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Prepares the text of a record for slicing. `widthOf`: the bytes of a character if positions are bytes. */
export function createFixedWidthLine(text: string, widthOf?: CharacterWidth): FixedWidthLine {
  if (widthOf === undefined) return { text, characters: SURROGATES.test(text) ? Array.from(text) : null, slices: [] };
  return { text, characters: BEYOND_ASCII.test(text) ? toBytePositions(text, widthOf) : null, slices: [] };
}

function toBytePositions(text: string, widthOf: CharacterWidth): string[] {
  const positions: string[] = [];
  let last = -1;
  for (const character of text) {
    const width = widthOf(character);
    // A character without a byte of its own belongs to the one before it.
    if (width === 0 && last >= 0) positions[last] += character;
    else last = positions.push(character) - 1;
    for (let more = 1; more < width; more++) positions.push('');
  }
  return positions;
}

/** Returns the number of positions of a record: characters, or bytes. */
export function lineLength({ text, characters }: FixedWidthLine): number {
  return characters?.length ?? text.length;
}

/** Returns a copy of a line whose fields were not sliced. */
export function copyFixedWidthLine({ text, characters }: FixedWidthLine): FixedWidthLine {
  return { text, characters, slices: [] };
}

/** Returns the cell of a field in a line whose fields were all sliced; see RecordSource.cellOf. */
export function cellInSlices(
  { slices }: FixedWidthLine,
  key: string,
  keys: readonly string[],
): string | null | undefined {
  return slices.length === keys.length ? (slices[keys.indexOf(key)] ?? null) : undefined;
}

/** Returns whether a position, from 0, is inside of a character: only if positions are bytes. */
export function isInsideCharacter({ characters }: FixedWidthLine, position: number): boolean {
  return characters?.[position] === '';
}
