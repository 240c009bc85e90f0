import type { DialectGuess } from './dialect.ts';
import { countFooterRows } from './footer.ts';
import { findHeader } from './header-lines.ts';
import { findLineKinds } from './line-kinds.ts';
import { type ColumnNames, nameColumns } from './column-names.ts';
import { readRows, type SampleRow } from './rows.ts';
import { countFilled } from './row-shape.ts';

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
  const all = readRows(text, dialect, MAX_ROWS);
  const kinds = findLineKinds(all, width);
  if (kinds !== null) return tableOfKinds(all, { width, kinds });
  const footer = isWhole ? countFooterRows(all, width) : 0;
  const rows = all.slice(0, all.length - footer);
  const header = findHeader(rows, width);
  const body = rows.slice(header.end);
  const above = header.labels === null ? header.end : header.end - 1;
  const names = nameColumns(header.labels, { width, isLocated: header.isComplete, rows: body });
  const records = recordsOf(body, width);
  return {
    hasHeader: header.labels !== null,
    doubt: header.doubt,
    names,
    ...records,
    top: linesBefore(rows, above),
    bottom: footer === 0 ? 0 : countLines(text) - (all[rows.length]?.line ?? 0) + 1,
    kinds: null,
    share: countCharacters(rows.slice(above)) / Math.max(1, countCharacters(all)),
  };
}

function tableOfKinds(
  all: readonly SampleRow[],
  { width, kinds }: { width: number; kinds: readonly string[] },
): CsvTable {
  const body = all.filter(({ cells }) => kinds.includes(cells[0] ?? ''));
  const names = nameColumns(null, { width, isLocated: false, rows: body });
  // Lines of other record types do not lower the share: `recordWhen` names the record types that the spec reads.
  return { hasHeader: false, doubt: null, names, ...recordsOf(body, width), top: 0, bottom: 0, kinds, share: 1 };
}

/**
 * Returns the records from which types are inferred, and the counts of all records. If fewer than 10 % of the records
 * have an unusual number of cells, types are inferred only from the other records, because these few are usually
 * broken.
 */
function recordsOf(body: readonly SampleRow[], width: number): Pick<CsvTable, 'records' | 'count' | 'short' | 'long'> {
  const short = body.filter(({ cells }) => cells.length < width).length;
  const long = body.filter(({ cells }) => cells.length > width).length;
  const areMostWhole = short + long < 0.1 * body.length;
  const used = areMostWhole ? body.filter(({ cells }) => cells.length === width) : body;
  return {
    records: used.map(({ cells }) => Array.from({ length: width }, (_, at) => cells[at] ?? null)),
    count: body.length,
    short,
    long,
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
