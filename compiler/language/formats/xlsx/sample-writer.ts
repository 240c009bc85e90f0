import {
  DATE,
  BOOLEAN,
  CARRIAGE_RETURN,
  CELL_END,
  ERROR,
  LINE_FEED,
  NUMBER,
  ROW_END,
  TEXT_START,
} from '../../../kernel/xlsx/package/marks.ts';
import { readRange, WHOLE_SHEET } from '../../../kernel/xlsx/package/cell-name.ts';
import type { XlsxReads } from '../../../kernel/xlsx/rows/columns.ts';
import { MAX_RECORD_BYTES } from '../../plan/plan.ts';
import { arrange, columnsOf, selectorsOf } from '../csv/sample-columns.ts';
import type { CsvColumn } from '../csv/sample-file.ts';
import {
  type BrokenRecord,
  type Cell,
  type FaultyFile,
  type FileWriter,
  joinRecords,
  type WrittenFile,
  type WrittenRecord,
} from '../model/samples/file-writer.ts';
import type { XlsxSpec } from './keys.ts';
import type { XlsxPlan } from './plan.ts';
import { createSampleWorkbook } from './sample-workbook.ts';

/** The text that a cell can have at most (Excel). */
const MAX_CELL_LENGTH = 32_767;

/** What is needed to write the rows of a sheet. */
interface SheetFile {
  readonly spec: XlsxSpec;
  readonly plan: XlsxPlan;
  readonly columns: readonly CsvColumn[];
  /** The name of the field that reads each column. Null: no field reads it. */
  readonly fields: readonly (string | null)[];
  /** What the field of each column reads. Null: no field reads it. */
  readonly reads: readonly (XlsxReads | null)[];
  /** The decimal separator that the field of each column expects. */
  readonly points: readonly string[];
  /** The name of the sheet, and its number from 1. */
  readonly sheet: { readonly name: string; readonly number: number };
  /** The number of columns that the range has. */
  readonly room: number;
  readonly titles: ReadonlyMap<number, string>;
}

/**
 * Creates a writer of workbooks for a spec. The module reads rows as lines, so files are such lines until `packFile` makes
 * workbooks of them. Returns null if the range has too few columns, or if the header cannot be written.
 */
export function createXlsxWriter(
  spec: XlsxSpec,
  plan: XlsxPlan,
  header: readonly string[] | null = null,
  titles: ReadonlyMap<number, string> = new Map(),
): FileWriter | null {
  const which = selectorsOf(spec);
  const own = columnsOf(spec, which);
  const columns = header === null ? own : arrange(own, header);
  const readers = columns.map((column) => {
    const field = spec.fields[own.indexOf(column)]?.name ?? column.name;
    return plan.columns.find((one) => one.field === field) ?? null;
  });
  const range = plan.place.range === undefined ? WHOLE_SHEET : readRange(plan.place.range);
  if (range === null) return null;
  const file: SheetFile = {
    spec,
    plan,
    columns,
    fields: readers.map((reader) => reader?.field ?? null),
    reads: readers.map((reader) => reader?.reads ?? null),
    points: readers.map((reader) => reader?.point ?? '.'),
    sheet: /^[1-9]\d?$/.test(plan.place.sheet)
      ? { name: `Sheet${plan.place.sheet}`, number: Number(plan.place.sheet) }
      : { name: plan.place.sheet, number: 1 },
    room: range.columns.to - range.columns.from + 1,
    titles,
  };
  const start = headOf(file, namesOf(file));
  if (start === null || columns.length > file.room) return null;
  const tail = linesOf(file, plan.dialect.skipBottom, 'after the records');
  return {
    ending: 'xlsx',
    fillers: spec.fields.map((_, field) => which.find((one) => one.field === field)?.values[0] ?? null),
    requiredCells: (field) => which.find((one) => one.field === field)?.values ?? [],
    writeRecord: (cells) => recordOf(rowOf(file, cellsOf(file, cells))),
    writeFile: (records) => joinRows(start, records, tail),
    writeFaults: (cells) => writeXlsxFaults(file, cells, { head: start, tail }),
    broken: {
      writeFaults: (cells) => brokenRows(file, cells),
      writeText: (text) =>
        recordOf(
          rowOf(
            file,
            columns.map(() => text),
          ),
        ),
    },
    packFile: (bytes) => createSampleWorkbook(bytes, { ...file.sheet, firstColumn: plan.firstColumn }),
  };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const character = (unit: number): string => String.fromCharCode(unit);

function joinRows(head: string, records: readonly WrittenRecord[], tail: string): WrittenFile {
  const file = joinRecords(encode(head), records, encode(tail));
  // The mark at the beginning belongs to the first row.
  return head.length > 1 ? file : { ...file, offsets: file.offsets.map((offset, at) => (at === 0 ? 0 : offset)) };
}

function recordOf(row: string | null): WrittenRecord | null {
  return row === null ? null : { bytes: encode(row), start: 0 };
}

/** Returns a row with the mark of each cell, or null if a workbook or the range cannot have it. A row without text is none. */
function rowOf({ sheet, room }: SheetFile, cells: readonly (string | null)[], flags = ''): string | null {
  if (cells.includes(null) || cells.every((cell) => cell === '') || cells.length > room) return null;
  return `${cells.join(character(CELL_END))}${character(ROW_END)}${flags}||${sheet.name}\n`;
}

function cellsOf({ columns, reads, points }: SheetFile, cells: readonly Cell[]): (string | null)[] {
  return columns.map(({ cellOf }, at) => writeCell(cellOf(cells), reads[at] ?? null, points[at] ?? '.'));
}

/** A number that a cell stores and reads with the same digits. */
const NUMBERS = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d*)\.\d*[1-9])$/;
/** The days that serial numbers of both systems have. */
const DAYS = /^(?:19(?:0[5-9]|[1-9]\d)|[2-9]\d{3})-\d\d-\d\d$/;

/** Returns a cell of the kind that its field reads, or a text. Null: a workbook cannot contain it. */
function writeCell(text: string, reads: XlsxReads | null, point: string): string | null {
  if (text.length > MAX_CELL_LENGTH || !isXmlText(text)) return null;
  const number = point === '.' ? text : text.replace(point, '.');
  const isPlain = !text.includes(point === '.' ? ',' : '.') && NUMBERS.test(number);
  if (reads === 'NUMBER' && isPlain && number.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15)
    return character(NUMBER) + number;
  if (reads === 'DAY' && DAYS.test(text) && isDay(text)) return character(DATE) + text;
  if (reads === 'OTHER' && (text === 'true' || text === 'false')) return character(BOOLEAN) + text;
  return text.replaceAll('\n', character(LINE_FEED)).replaceAll('\r', character(CARRIAGE_RETURN));
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns whether XML 1.0 has all characters of a text. */
function isXmlText(text: string): boolean {
  // The rows use the control characters that XML lacks.
  return !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text);
}

function namesOf({ columns, plan }: SheetFile): readonly string[] {
  return plan.isNamed ? columns.map(({ name }) => name) : columns.map((_, at) => `column ${at + 1}`);
}

/** Returns all rows before the first record: those above the range, skipped ones, and the header. */
function headOf(file: SheetFile, names: readonly string[]): string | null {
  const { plan, titles } = file;
  const { skipTop, hasHeader } = plan.dialect;
  const above = plan.place.range === undefined ? 0 : (readRange(plan.place.range)?.rows.from ?? 1) - 1;
  const skipped = linesOf(file, Math.max(skipTop, ...titles.keys()), 'before the header');
  const header = hasHeader
    ? rowOf(
        file,
        names.map((name) => writeCell(name, null, '.')),
      )
    : '';
  return header === null ? null : `${character(TEXT_START)}${'\n'.repeat(above)}${skipped}${header}`;
}

function linesOf(file: SheetFile, count: number, where: string): string {
  return Array.from({ length: count }, (_, at) =>
    rowOf(file, [writeCell(file.titles.get(at + 1) ?? `line ${at + 1} ${where}`, null, '.')]),
  ).join('');
}

interface Ends {
  readonly head: string;
  readonly tail: string;
}

/** Returns rows with one fault each. */
function brokenRows(file: SheetFile, record: readonly Cell[]): BrokenRecord[] {
  const cells = cellsOf(file, record);
  const length = (file.spec.maxRecordBytes ?? MAX_RECORD_BYTES) + 1;
  const broken = (one: Omit<BrokenRecord, 'bytes'>, row: (string | null)[]): BrokenRecord[] => {
    const written = rowOf(file, row);
    return written === null ? [] : [{ ...one, bytes: encode(written) }];
  };
  return [
    ...file.fields.flatMap((field, at) => {
      const row = cells.map((cell, place) => (place === at ? `${character(ERROR)}#N/A` : cell));
      return field === null ? [] : broken({ code: 'CELL_ERROR', shows: 'a cell has the error #N/A', field }, row);
    }),
    ...broken({ code: 'TOO_MANY_COLUMNS', shows: 'a row has one cell more than the others' }, [...cells, 'one more']),
    ...(length > MAX_CELL_LENGTH
      ? []
      : broken({ code: 'RECORD_TOO_LONG', shows: 'a row is longer than maxRecordBytes' }, ['x'.repeat(length)])),
  ];
}

/** Creates files with one fault each; see FileWriter. */
function writeXlsxFaults(file: SheetFile, record: readonly Cell[], { head, tail }: Ends): FaultyFile[] {
  const cells = cellsOf(file, record);
  const good = rowOf(file, cells);
  if (good === null) return [];
  const names = namesOf(file);
  const whole = (rows: readonly (string | null)[], start: string | null = head): Uint8Array | null =>
    start === null || rows.includes(null) ? null : encode(start + rows.join('') + tail);
  const fault = (one: Omit<FaultyFile, 'bytes'>, bytes: Uint8Array | null): FaultyFile[] =>
    bytes === null ? [] : [{ ...one, bytes }];
  const header = (code: string, shows: string, all: readonly string[]) =>
    fault({ code, as: 'failure', shows }, whole([good, good, good], headOf(file, all)));
  const { hasHeader } = file.plan.dialect;
  return [
    ...brokenRows(file, record).flatMap(({ bytes, ...one }) =>
      fault({ ...one, as: 'issue' }, whole([good, new TextDecoder().decode(bytes), good])),
    ),
    ...fault(
      { code: 'HIDDEN_CELLS', as: 'warning', shows: 'a row is hidden' },
      whole([good, rowOf(file, cells, 'r'), good]),
    ),
    ...(file.plan.isNamed
      ? [
          ...names
            .slice(0, 100)
            .flatMap((name, at) =>
              header('MISSING_COLUMN', 'the header lacks a column', names.with(at, `${name} (renamed)`)),
            ),
          ...header('DUPLICATE_COLUMN', 'the header contains a column twice', [...names, names[0] ?? '']),
        ]
      : []),
    ...(hasHeader
      ? fault({ code: 'MISSING_HEADER', as: 'failure', shows: 'the sheet is empty' }, encode(character(TEXT_START)))
      : []),
    ...fault({ code: 'EMPTY_FILE', as: 'warning', shows: 'the sheet has no record' }, whole([])),
  ];
}
