import { isTypedText } from '../column/typed-text.ts';
import { describeRows } from './row-shape.ts';
import type { SampleRow } from './rows.ts';

/** The minimum number of records that show that senders leave out the last cells. */
const MIN_RECORDS = 4;
/** The minimum share of the records with all cells, where no header names them. */
const MIN_WHOLE = 0.2;

/**
 * Senders leave out empty cells at the end of a record. Returns the number of all cells, if it is more than the usual
 * `width`: that of a header, or of many records. Null if all records have as many cells, or if the longer ones rather have a
 * delimiter within a cell.
 */
export function countWithTails(rows: readonly SampleRow[], width: number, delimiter: string): number | null {
  const [first, ...below] = rows;
  if (first === undefined || width < 2 || below.length < MIN_RECORDS) return null;
  const longest = below.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  // A blank only after some delimiters: those belong to a sentence.
  const longer = below.filter(({ cells }) => cells.length > width);
  if (longer.length > 0 && longer.every(({ cells }) => cells[width]?.startsWith(' ')) && !startWithBlanks(below, width))
    return null;
  const named = first.cells.length;
  if (named > width && isHeader(first) && longest <= named && longest > width && haveOneForm(below, width))
    return named;
  const whole = rows.filter(({ cells }) => cells.length === width + 1);
  const isOptional =
    delimiter !== ',' && // A comma is often a part of a text.
    whole.length >= MIN_WHOLE * rows.length &&
    rows.every(({ cells }) => cells.length === width || cells.length === width + 1) &&
    whole.every(({ cells }) => cells.at(-1) !== '');
  return isOptional && haveOneForm(rows, width) ? width + 1 : null;
}

/** Whether most of the cells after a delimiter begin with a blank. */
function startWithBlanks(rows: readonly SampleRow[], width: number): boolean {
  const cells = rows.flatMap((row) => row.cells.slice(1, width));
  return 2 * cells.filter((cell) => cell.startsWith(' ')).length > cells.length;
}

function isHeader({ cells }: SampleRow): boolean {
  const names = cells.map((cell) => cell.trim());
  return !names.includes('') && !names.some(isTypedText) && new Set(names).size === names.length;
}

/** The share of the cells of a longer row that may be of another kind than their columns. */
const MAX_ODD = 0.34;

/** Whether all rows have the kinds of their columns: a delimiter within a cell would move the cells after it. */
function haveOneForm(rows: readonly SampleRow[], width: number): boolean {
  const typed = [...describeRows(rows, width).typed];
  return rows.every(({ cells }) => {
    const fits = typed.map((at) => (cells[at] ?? '').trim()).map((text) => text === '' || isTypedText(text));
    return fits.at(-1) !== false && fits.filter((one) => !one).length <= MAX_ODD * fits.length;
  });
}
