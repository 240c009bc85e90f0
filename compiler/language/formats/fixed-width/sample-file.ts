import type { CharacterWidth } from '../../../kernel/fixed-width/character-width.ts';
import type { FixedWidthSpec } from './keys.ts';
import type { CharacterRange, FixedWidthPlan } from './plan.ts';
import type { FrameRecord } from './sample-lengths.ts';
import type { StoredCells } from './stored-cell.ts';
import { sliceLeftAligned, sliceRightAligned, createFixedWidthLine } from '../../../kernel/fixed-width/line.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import { isSatisfied, satisfyingTexts } from '../model/record-when.ts';
import { isBlank } from '../../../kernel/values/text.ts';
import type { TextEncoding } from '../model/samples/encode-text.ts';
import type { Cell, WrittenRecord } from '../model/samples/file-writer.ts';

/** A condition for the records of a file, and texts that satisfy it. */
interface Selecting {
  readonly condition: ConditionPlan;
  readonly texts: readonly string[];
}

/** The properties of a spec that are needed to write fixed-width files. */
export interface FixedWidthFile {
  readonly spec: FixedWidthSpec;
  readonly plan: FixedWidthPlan;
  /** The characters of each field, in the order of the spec. */
  readonly ranges: readonly CharacterRange[];
  /** The length of a written record in characters. */
  readonly width: number;
  /** The text after each record. Empty if records have no line ends. */
  readonly lineEnd: string;
  /** Writes the length before each record. Null: there are none. */
  readonly frame: FrameRecord | null;
  readonly fillers: readonly Cell[];
  /** The conditions that select records, with texts that satisfy them. Empty if all lines are records. */
  readonly selecting: readonly Selecting[];
  readonly encode: TextEncoding;
  /** Counts the bytes of a character if positions are bytes. Undefined: they are characters. */
  readonly widthOf: CharacterWidth | undefined;
  /** Writes numbers that are stored as bytes. Null: there are none. */
  readonly stored: StoredCells | null;
}

/**
 * Writes a record with its line end. Returns null if a reader would not recognise the record or would read other cells,
 * or if the encoding lacks a character. Null and blank cells are not verified.
 */
export function writeFixedWidthRecord(file: FixedWidthFile, cells: readonly Cell[]): WrittenRecord | null {
  const line = writeFixedWidthLine(file, cells);
  const bytes = line === null ? null : encodeRecord(file, line);
  return bytes === null ? null : { bytes, start: 0 };
}

/** Returns the bytes of the text of a record with its line end or its length. Null: they cannot be written. */
export function encodeRecord({ encode, lineEnd, frame }: FixedWidthFile, text: string): Uint8Array | null {
  const bytes = encode(text + lineEnd);
  return bytes === null || frame === null ? bytes : frame(bytes);
}

/**
 * Writes the line of a record without its line end. Returns null if a reader would not recognise the record or would
 * read other cells. Null and blank cells are not verified.
 */
export function writeFixedWidthLine(file: FixedWidthFile, cells: readonly Cell[]): string | null {
  const { ranges, selecting, fillers, width, widthOf, stored } = file;
  const line: string[] = new Array<string>(width).fill(' ');
  for (const { condition, texts } of selecting) put(line, condition.start, texts[0] ?? '', widthOf);
  for (const [at, range] of ranges.entries()) {
    if (range.storage === undefined || stored === null) continue;
    const bytes = stored.write(cells[at] ?? fillers[at] ?? null, range.length, range.storage);
    if (bytes === null) return null;
    put(line, range.start, bytes, undefined);
  }
  ranges.forEach((range, at) => {
    if (range.storage !== undefined) return;
    const field = writeField(range, cells[at] ?? null, widthOf);
    // A field without a cell must not overwrite the text that `recordWhen` requires.
    if (field !== null && (cells[at] ?? null) !== null) put(line, range.start, field, widthOf);
  });
  ranges.forEach((range, at) => {
    if (range.storage !== undefined) return;
    if ((cells[at] ?? null) === null && fillers[at] !== null)
      put(line, range.start, writeField(range, null, widthOf) ?? '', widthOf);
    else if ((cells[at] ?? null) === null && range.padding !== ' ' && fillers[at] === null)
      put(line, range.start, writeField(range, null, widthOf) ?? '', widthOf);
  });
  const text = line.join('');
  const isRecord = selecting.every(({ condition }) =>
    isSatisfied(condition, line.slice(condition.start - 1, condition.start - 1 + condition.length).join('')),
  );
  const isKept = ranges.every((range, at) =>
    range.storage === undefined || stored === null
      ? isReadAgain(text, range, cells[at] ?? null, widthOf)
      : isSameNumber(stored.read(text, range, range.storage), cells[at] ?? null),
  );
  const isLine = stored !== null || !/[\r\n]/.test(text);
  return isRecord && isKept && line.length === width && isLine ? text : null;
}

/** Returns the conditions that select records, with texts that satisfy them. */
export function findSelecting({ conditions, dialect: { recordWhen } }: FixedWidthPlan): Selecting[] {
  const own = recordWhen === null ? [] : [{ ...recordWhen, column: '', startsWith: [], pattern: null }];
  return (conditions ?? own).map((condition) => ({ condition, texts: satisfyingTexts(condition, condition.length) }));
}

function put(line: string[], start: number, text: string, widthOf: CharacterWidth | undefined): void {
  const positions = positionsOf(text, widthOf);
  line.splice(start - 1, positions.length, ...positions);
}

/** Returns the text at each position: characters, or a character and an empty text for each further byte of it. */
export function positionsOf(text: string, widthOf: CharacterWidth | undefined): readonly string[] {
  return createFixedWidthLine(text, widthOf).characters ?? [...text];
}

/**
 * Returns the padded characters of a field, or null if the text is too long. A blank text is padded with blanks. A null
 * cell consists of padding only.
 */
function writeField(
  { length, align, padding }: CharacterRange,
  cell: Cell,
  widthOf: CharacterWidth | undefined,
): string | null {
  const text = cell ?? '';
  const count = positionsOf(text, widthOf).length;
  if (count > length) return null;
  const pad = text !== '' && isBlank(text) ? ' ' : padding;
  const padWidth = positionsOf(pad, widthOf).length;
  if ((length - count) % padWidth > 0) return null;
  const filling = pad.repeat((length - count) / padWidth);
  return align === 'LEFT' ? text + filling : filling + text;
}

function isReadAgain(line: string, range: CharacterRange, cell: Cell, widthOf: CharacterWidth | undefined): boolean {
  if (cell === null || isBlank(cell)) return true;
  return readField(line, range, widthOf) === cell;
}

/** A stored number has no leading zeros, and no sign of zero. */
function isSameNumber(stored: string, cell: Cell): boolean {
  if (cell === null) return true;
  if (!/^[-+]?\d+$/.test(cell)) return stored.startsWith('X');
  return /^-?\d+$/.test(stored) && BigInt(stored) === BigInt(cell.replace('+', ''));
}

function readField(
  line: string,
  { start, length, align, padding }: CharacterRange,
  widthOf: CharacterWidth | undefined,
): string {
  const slice = align === 'LEFT' ? sliceLeftAligned : sliceRightAligned;
  return slice(createFixedWidthLine(line, widthOf), start, length, padding);
}

/**
 * Returns the cells that the fields would read from a line that contains only `text`, at character `start` (from 1). A
 * blank cell is null.
 */
export function cellsOf(
  { ranges, width, widthOf }: Pick<FixedWidthFile, 'ranges' | 'width' | 'widthOf'>,
  start: number,
  text: string,
): Cell[] {
  const line: string[] = new Array<string>(width).fill(' ');
  put(line, start, text, widthOf);
  return ranges.map((range) => {
    const cell = readField(line.join(''), range, widthOf);
    return isBlank(cell) ? null : cell;
  });
}
