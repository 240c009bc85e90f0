import type { SampleRow } from './rows.ts';

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
export function findLineKinds(rows: readonly SampleRow[], width: number): string[] | null {
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
