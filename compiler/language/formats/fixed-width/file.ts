import { createFileFormat, UNKNOWN_PLACE, withoutLineEnd, type WrittenValue } from '../model/file-format.ts';
import { createCharacterWidth } from '../../../kernel/fixed-width/character-width.ts';
import { createFixedWidthLine, lineLength } from '../../../kernel/fixed-width/line.ts';
import { severalBytesOf } from './byte-encodings.ts';
import type { FixedWidthSpec } from './keys.ts';

/** The place of a field in a record, in characters from 1, and how a value fills it. */
interface FixedWidthRange {
  readonly start: number;
  readonly length: number;
  readonly align: 'LEFT' | 'RIGHT';
  readonly padChar: string;
  /** Whether the number is stored as bytes that are no text. */
  readonly isStored: boolean;
}

/** The place of each field, in the order of the spec. `bytesOf`: the encoding whose bytes positions count, or null. */
interface FixedWidthPlaces {
  readonly ranges: readonly FixedWidthRange[];
  readonly bytesOf: string | null;
  /** The number of bytes of the length before each record. Null: the first record of a block has more, so it is unknown. */
  readonly lengthBytes: number | null;
}

/** Files of fixed width: fields at fixed positions. */
export const fixedWidthFile = createFileFormat<FixedWidthSpec, FixedWidthPlaces>({
  title: 'Fixed width',
  rejects: 'LINES',
  hasLines: ({ lineTerminator, records }) => lineTerminator !== 'NONE' && records === undefined,
  places: ({ fields, positions, encoding = 'utf-8', records }) => ({
    ranges: fields.map(({ start = 1, length = 1, align = 'LEFT', padChar = ' ', storage }) => ({
      start,
      length,
      align,
      padChar,
      isStored: storage !== undefined,
    })),
    bytesOf: positions === 'BYTES' ? severalBytesOf(encoding) : null,
    lengthBytes: lengthBytesOf(records?.lengths),
  }),
  movePlaces: (places, by) => ({
    places: { ...places, ranges: places.ranges.map((range) => ({ ...range, start: range.start + by })) },
    isNamed: false,
  }),
  createFindCells({ ranges, bytesOf, lengthBytes }) {
    if (lengthBytes === null) return null;
    return (record) => {
      // A length before a record may contain bytes of line ends.
      const text = lengthBytes > 0 ? record : withoutLineEnd(record);
      const offsets = offsetsOf(text, bytesOf);
      return ranges.map((range) => {
        const from = lengthBytes + range.start - 1;
        const start = offsets(from);
        return start === undefined || start >= text.length
          ? null
          : { start, end: offsets(from + range.length) ?? text.length };
      });
    };
  },
  findMissingText(record, { ranges, bytesOf, lengthBytes }) {
    // A length before a record would have to change, too.
    if (lengthBytes !== 0) return null;
    const text = withoutLineEnd(record);
    const missing = Math.max(...ranges.map(({ start, length }) => start - 1 + length)) - lengthIn(text, bytesOf);
    return missing <= 0 ? null : { at: text.length, text: ' '.repeat(missing) };
  },
  readCell(cell, field, { ranges }) {
    const range = ranges[field];
    return range === undefined || range.isStored ? cell : withoutPadding(cell, range);
  },
  writeCell(value, { field, original }, { ranges, bytesOf }) {
    const range = ranges[field];
    if (range?.isStored === true)
      return { problem: 'The number is stored as bytes that are no text. It cannot be changed here.' };
    return range === undefined ? UNKNOWN_PLACE : writeValue(value, original, { ...range, bytesOf });
  },
});

function lengthBytesOf(lengths: NonNullable<FixedWidthSpec['records']>['lengths'] | undefined): number | null {
  if (lengths === undefined) return 0;
  return lengths === 'RDW_BDW' ? null : lengths.endsWith('_2') ? 2 : 4;
}

/** Returns a function that converts a position to an index in UTF-16 code units: undefined after the end. */
function offsetsOf(text: string, bytesOf: string | null): (position: number) => number | undefined {
  if (bytesOf === null) return codePointOffsets(text);
  const { characters } = createFixedWidthLine(text, createCharacterWidth(bytesOf));
  if (characters === null) return (position) => (position <= text.length ? position : undefined);
  const offsets: number[] = [];
  let at = 0;
  for (const character of characters) {
    offsets.push(at);
    at += character.length;
  }
  return (position) => (position === characters.length ? text.length : offsets[position]);
}

/**
 * Returns a function that converts a number of code points from the start of the text to an index in UTF-16 code units.
 * It returns undefined for an index after the end.
 */
function codePointOffsets(text: string): (codePoints: number) => number | undefined {
  if (!/[\ud800-\udfff]/.test(text)) return (codePoints) => (codePoints <= text.length ? codePoints : undefined);
  const offsets = [0];
  let at = 0;
  for (const character of text) offsets.push((at += character.length));
  return (codePoints) => offsets[codePoints];
}

function withoutPadding(cell: string, { align, padChar }: FixedWidthRange): string {
  const characters = [...cell];
  // A column of only zeros has the value 0.
  const min = padChar === '0' ? 1 : 0;
  const isPadding = (index: number) => characters.length > min && characters.at(index) === padChar;
  if (align === 'LEFT') while (isPadding(-1)) characters.pop();
  else while (isPadding(0)) characters.shift();
  return characters.join('');
}

/** Writes a value as a column of a fixed-width record: with the width, alignment and padding of the column. */
function writeValue(
  value: string,
  original: string,
  { length, align, padChar, bytesOf }: FixedWidthRange & Pick<FixedWidthPlaces, 'bytesOf'>,
): WrittenValue {
  const lengthOf = (text: string) => lengthIn(text, bytesOf);
  const unit = bytesOf === null ? 'characters' : 'bytes';
  if (/[\r\n\u0085]/.test(value)) return { problem: 'A value of a fixed-width file cannot have a line break.' };
  const characters = lengthOf(value);
  if (characters > length)
    return { problem: `The value has ${characters} ${unit}, but the column has ${length}. Shorten the value.` };
  // A line may end before its last column does.
  const padding = padChar.repeat(Math.max(0, Math.floor((lengthOf(original) - characters) / lengthOf(padChar))));
  return { text: align === 'LEFT' ? value + padding : padding + value };
}

/** Returns the length of a text in the unit of positions: characters, or bytes of an encoding. */
function lengthIn(text: string, bytesOf: string | null): number {
  return bytesOf === null ? [...text].length : lineLength(createFixedWidthLine(text, createCharacterWidth(bytesOf)));
}
