import type { DialectGuess } from './dialect.ts';
import { guessHeader } from '../column/header.ts';
import { findHeader } from './header-lines.ts';
import { logFieldsOf } from './log-fields.ts';
import { type ColumnNames, nameColumns } from './column-names.ts';
import { readRows, type SampleRow } from './rows.ts';
import { countFilled, describeRows, isSparse, type RowShape } from './row-shape.ts';
import { isBlank } from '../../../kernel/values/text.ts';
import { isTypedText } from '../column/typed-text.ts';

/** A CSV sample, split into records and the lines before and after them. */
export interface CsvTable {
  readonly hasHeader: boolean;
  /** Why it is uncertain whether there is a header, or null if it is certain. */
  readonly doubt: string | null;
  /** The columns that become fields. */
  readonly names: ColumnNames;
  /** The cells of the records from which types are inferred. A missing cell is null. */
  readonly records: readonly (readonly (string | null)[])[];
  /** The number of all records. `short` of them have too few cells, `long` too many. */
  readonly count: number;
  readonly short: number;
  readonly long: number;
  /** Whether the cells of the short records have the kinds of their columns, so that only empty cells are left out. */
  readonly isShortUsual: boolean;
  /** The number of long records with a text after the last column. */
  readonly overfull: number;
  /** Whether the long records only end with a delimiter: they have one empty cell more. */
  readonly endsWithDelimiter: boolean;
  /** The number of rows that repeat the header. */
  readonly repeated: number;
  /**
   * The number of physical lines before the header, or before the first record if there is no header. Blank lines
   * directly before it do not count. `bottom` is the number of physical lines from the first line of the footer to the
   * end of the sample, or 0 if there is no footer.
   */
  readonly top: number;
  readonly bottom: number;
  /** The record types of the records, or null if lines have no record types. */
  readonly kinds: readonly string[] | null;
  /**
   * The share of the sample's characters that are in records or in the header, from 0 to 1. It is 1 if lines have
   * record types.
   */
  readonly share: number;
}

/** The maximum number of rows that are read. */
const MAX_ROWS = 50_000;

/** Splits a sample into header, records, and the lines before and after them. */
export function readTable(text: string, { dialect, width }: DialectGuess, isWhole: boolean): CsvTable {
  const read = readRows(text, dialect, MAX_ROWS);
  const kinds = findLineKinds(read, width);
  if (kinds !== null) return tableOfKinds(read, { width, kinds, delimiter: dialect.delimiter });
  const all = withoutRepeatedHeader(read, width);
  const footer = isWhole ? countFooterRows(all, width) : 0;
  const rows = all.slice(0, all.length - footer);
  const header = findHeader(rows, width);
  const body = rows.slice(header.end);
  const above = header.labels === null ? header.end : header.end - 1;
  const { delimiter } = dialect;
  const names = nameColumns(header.labels, { width, isLocated: header.isComplete, delimiter, rows: body });
  const records = recordsOf(body, width);
  const declared = header.labels === null && dialect.comment === '#' ? logFieldsOf(text) : null;
  return {
    hasHeader: header.labels !== null,
    doubt: declared?.length === width ? null : header.doubt,
    names: declared?.length === width ? { ...names, columns: withLabels(names, declared), isDeclared: true } : names,
    ...records,
    repeated: read.length - all.length,
    top: linesBefore(rows, above),
    bottom: footer === 0 ? 0 : countLines(text) - (all[rows.length]?.line ?? 0) + 1,
    kinds: null,
    share: countCharacters(rows.slice(above)) / Math.max(1, countCharacters(all)),
  };
}

/** Returns columns with the labels that a comment declares. */
function withLabels({ columns }: ColumnNames, labels: readonly string[]): ColumnNames['columns'] {
  return columns.map(({ index }) => ({ index, label: labels[index] ?? null }));
}

function tableOfKinds(
  all: readonly SampleRow[],
  { width, kinds, delimiter }: { width: number; kinds: readonly string[]; delimiter: string },
): CsvTable {
  const body = all.filter(({ cells }) => kinds.includes(cells[0] ?? ''));
  const names = nameColumns(null, { width, isLocated: false, delimiter, rows: body });
  // Lines of other record types do not lower the share: `recordWhen` names the record types that the spec reads.
  const records = recordsOf(body, width);
  return { hasHeader: false, doubt: null, names, ...records, repeated: 0, top: 0, bottom: 0, kinds, share: 1 };
}

/**
 * Files that were joined from several files repeat their header, with a byte order mark before it. Returns the rows without
 * these marks and headers.
 */
function withoutRepeatedHeader(rows: readonly SampleRow[], width: number): readonly SampleRow[] {
  const bare = rows.map((row) => {
    const [first = '', ...others] = row.cells;
    return first.startsWith('\ufeff') ? { ...row, cells: [first.slice(1), ...others] } : row;
  });
  const first = bare.findIndex(
    ({ cells }) => cells.length === width && cells.every((cell) => !isTypedText(cell.trim())),
  );
  const header = bare[first]?.cells;
  if (width < 2 || header === undefined || first > MAX_ABOVE) return bare;
  const isHeader = ({ cells }: SampleRow) => cells.length === width && cells.every((cell, at) => cell === header[at]);
  const isRepeated = bare.some((row, at) => at > first && isHeader(row));
  if (!isRepeated || !guessHeader(bare.slice(first).map(({ cells }) => cells)).hasHeader) return bare;
  return bare.filter((row, at) => at <= first || !isHeader(row));
}

/** The maximum number of rows before a header that is repeated. */
const MAX_ABOVE = 30;

/**
 * Returns the records from which types are inferred, and the counts of all records. Types are inferred from the records
 * with the usual number of cells. Short records count only if all of them have the kinds of their columns.
 */
function recordsOf(
  body: readonly SampleRow[],
  width: number,
): Pick<CsvTable, 'records' | 'count' | 'short' | 'long' | 'isShortUsual' | 'overfull' | 'endsWithDelimiter'> {
  const { typed } = describeRows(body, width);
  const whole = body.filter(({ cells }) => cells.length === width);
  const short = body.filter(({ cells }) => cells.length < width);
  const long = body.filter(({ cells }) => cells.length > width);
  const fits = (cell: string, at: number) => isBlank(cell) || !typed.has(at) || isTypedText(cell.trim());
  const isShortUsual = short.every(({ cells }) => cells.length > 1 && cells.every(fits));
  const overfull = long.filter(({ cells }) => cells.slice(width).some((cell) => !isBlank(cell))).length;
  const areFew = short.length + long.length < 0.1 * body.length;
  const used = areFew ? whole : isShortUsual ? [...whole, ...short] : whole;
  return {
    records: (used.length === 0 ? body : used).map(({ cells }) =>
      Array.from({ length: width }, (_, at) => cells[at] ?? null),
    ),
    count: body.length,
    short: short.length,
    long: long.length,
    isShortUsual,
    overfull,
    endsWithDelimiter: long.length > 0 && long.every(({ cells }) => cells.length === width + 1 && cells.at(-1) === ''),
  };
}

function linesBefore(rows: readonly SampleRow[], end: number): number {
  // Blank lines directly before the header need not be counted, because a spec skips them anyway.
  const last = rows[end - 1];
  return end === 0 || last === undefined ? 0 : last.line + Math.max(0, ...last.cells.map(countLineEnds));
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

function countLines(text: string): number {
  return /[\r\n]$/.test(text) ? countLineEnds(text) : countLineEnds(text) + 1;
}

function countCharacters(rows: readonly SampleRow[]): number {
  return rows.reduce(
    (sum, { cells }) => sum + countFilled(cells) + cells.reduce((all, cell) => all + cell.length, 0),
    0,
  );
}

const MAX_FOOTER = 5;
/** In more rows, one footer does not change the types of columns. */
const MANY_ROWS = 12;
/** Matches the beginning of lines after the records, such as sums and remarks. */
const FOOTER_WORD =
  /^(?:(?:grand |sub)?totals?|sums?|summen?|gesamt(?:summe)?|anzahl|count|rows?|records?|datensätze|zeilen|end(?:e| of .*)?|eof|page|seite|created|generated|erstellt|stand|(?:alter |neuer |letzter )?(?:konto|end|anfangs)stand|(?:opening|closing|ending) balance|totale?s?|somme|suma|solde)\b/iu;
/** A cell that is only such a word ends a table even in a line with all cells. */
const TOTAL = /^(?:(?:grand |sub)?totals?|sums?|summen?|gesamt(?:summe)?|totale?s?|somme|suma):?$/iu;

/**
 * Counts the rows at the end of a table that are not records: sums, remarks and empty lines, at most 5. An incomplete
 * record is not counted, because the last record of other files will be complete.
 */
function countFooterRows(rows: readonly SampleRow[], width: number): number {
  if (width < 2 || rows.length < 3) return 0;
  // In a short table, a footer with all cells would hide the types of its columns.
  const shape = describeRows(rows.length > MANY_ROWS ? rows : rows.slice(0, -1), width);
  let count = 0;
  while (count < MAX_FOOTER && rows.length - count > 2) {
    const row = rows[rows.length - count - 1];
    if (row === undefined || !isFooter(row, shape)) break;
    count++;
  }
  return count;
}

function isFooter(row: SampleRow, shape: RowShape): boolean {
  const { cells } = row;
  const at = cells.findIndex((cell) => !isBlank(cell));
  if (at < 0) return true;
  const text = (cells[at] ?? '').trim();
  if (countFilled(cells) < shape.filled && FOOTER_WORD.test(text)) return true;
  if (TOTAL.test(text) && cells.some((cell, column) => shape.typed.has(column) && isTypedText(cell.trim())))
    return true;
  const isOdd = shape.typed.has(at) && !isTypedText(text) && /\p{L}|^[_=*-]+$/u.test(text);
  return isOdd && (cells.length < shape.width || isSparse(row, shape)) && countFilled(cells) <= shape.filled / 2;
}

const MIN_ROWS = 5;
const MAX_KINDS = 12;
/** Matches a record type such as `H`, `10` or `DTL`. */
const MARK = /^(?:\p{Lu}{1,4}|\d{1,3}|\p{Lu}\d{1,2})$/u;

/**
 * In some CSV files, lines have different columns, and the first cell of every line is a record type such as `H`, which
 * shows its columns. Finds the record types of the lines with `width` cells. Returns null if the file does not have all
 * these properties:
 * - It has at least five rows, and `width` is at least 2.
 * - All first cells look like record types and are equally long. At most 12 of them are distinct.
 * - All lines of one record type have the same number of cells.
 * - Some lines do not have `width` cells. The first or the last line is such a line.
 */
function findLineKinds(rows: readonly SampleRow[], width: number): string[] | null {
  if (rows.length < MIN_ROWS || width < 2) return null;
  const widths = new Map<string, Set<number>>();
  for (const { cells } of rows) {
    const [mark = ''] = cells;
    if (!MARK.test(mark)) return null;
    widths.set(mark, (widths.get(mark) ?? new Set()).add(cells.length));
    if (widths.size > MAX_KINDS) return null;
  }
  const records = [...widths].filter(([, own]) => own.has(width)).map(([mark]) => mark);
  const isConsistent = [...widths.values()].every((own) => own.size === 1);
  const isRecord = (row: SampleRow | undefined) => records.includes(row?.cells[0] ?? '');
  const isMixed = records.length < widths.size && !(isRecord(rows[0]) && isRecord(rows.at(-1)));
  return isConsistent && isMixed && haveOneForm([...widths.keys()]) ? records : null;
}

/** Whether all record types have the same length: `H` and `D`, or `HDR` and `DTL`. */
function haveOneForm(marks: readonly string[]): boolean {
  return marks.every(({ length }) => length === marks[0]?.length);
}
