import type { DialectGuess } from './dialect.ts';
import { guessHeader, type HeaderGuess } from '../column/header.ts';
import { readRows, type SampleRow } from './rows.ts';

/** A CSV sample as a table, with the lines around it. */
export interface CsvTable {
  /** The cells of the header, or null if there is no header. */
  readonly header: readonly string[] | null;
  readonly doubt: HeaderGuess['doubt'];
  /** The cells of each record. A missing cell is null. */
  readonly records: readonly (readonly (string | null)[])[];
  readonly width: number;
  /** The number of records with too few cells. */
  readonly short: number;
  readonly long: number;
  /** The number of physical lines before the table. */
  readonly top: number;
  readonly bottom: number;
  /** The values of the first column that mark records, or null if every line is a record. */
  readonly kinds: readonly string[] | null;
}

/** The maximum number of rows that are read. */
const MAX_ROWS = 50_000;

/** Splits a sample into the table and the lines before and after it. */
export function readTable(text: string, { dialect, width }: DialectGuess, isWhole: boolean): CsvTable {
  const all = readRows(text, dialect, MAX_ROWS);
  const first = Math.max(
    0,
    all.findIndex(({ cells }) => cells.length === width),
  );
  const isTitled =
    width > 1 && first > 0 && first <= 30 && all.slice(0, first).every(({ cells }) => cells.length < width);
  const last = isWhole && width > 2 ? all.findLastIndex(({ cells }) => cells.length === width) : all.length - 1;
  const isSummed = all.length - 1 - last <= 5 && all.slice(last + 1).every(({ cells }) => cells.length < width);
  const kinds = findKinds(all, width);
  const rows = kinds !== null ? all : all.slice(isTitled ? first : 0, isSummed ? last + 1 : all.length);
  const { hasHeader, doubt } =
    kinds === null ? guessHeader(rows.map(({ cells }) => cells)) : { hasHeader: false, doubt: null };
  const records = (hasHeader ? rows.slice(1) : rows).filter(
    ({ cells }) => kinds === null || kinds.includes(cells[0] ?? ''),
  );
  return {
    header: hasHeader ? (rows[0]?.cells ?? []) : null,
    doubt,
    records: records.map(({ cells }) => Array.from({ length: width }, (_, at) => cells[at] ?? null)),
    width,
    short: records.filter(({ cells }) => cells.length < width).length,
    long: records.filter(({ cells }) => cells.length > width).length,
    top: isTitled && kinds === null ? (all[first - 1]?.line ?? 0) : 0,
    bottom: isSummed && kinds === null && last < all.length - 1 ? countLines(text) - (all[last + 1]?.line ?? 0) + 1 : 0,
    kinds,
  };
}

function countLines(text: string): number {
  const ends = text.match(/\r\n|\n|\r/g)?.length ?? 0;
  return /[\r\n]$/.test(text) ? ends : ends + 1;
}

/**
 * Finds values of the first column that only rows of the usual width have. Then the file mixes several kinds of lines.
 */
function findKinds(rows: readonly SampleRow[], width: number): string[] | null {
  const isUsual = ({ cells }: SampleRow) => cells.length === width;
  if (rows.length < 10 || rows.filter(isUsual).length > 0.9 * rows.length) return null;
  const usual = new Set(rows.filter(isUsual).map(({ cells }) => cells[0] ?? ''));
  const others = new Set(rows.filter((row) => !isUsual(row)).map(({ cells }) => cells[0] ?? ''));
  const own = [...usual].filter((value) => !others.has(value) && value !== '');
  return own.length > 0 && usual.size <= 8 && others.size <= 20 && own.length === usual.size ? own : null;
}
