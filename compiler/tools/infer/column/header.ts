import { isTypedText } from './typed-text.ts';

/** Whether the first row of a sample contains the names of the columns. */
export interface HeaderGuess {
  readonly hasHeader: boolean;
  /** Why `hasHeader` is uncertain, or null if it is certain. */
  readonly doubt: string | null;
}

/** The maximum number of rows that the first row is compared with. */
const MAX_ROWS = 200;
/** The approximate maximum number of cells that the first row is compared with. Wide tables use fewer rows. */
const MAX_CELLS = 15_000;

/**
 * Guesses whether the first row is a header. The cells of a header look like names and differ in form from the cells
 * below.
 */
export function guessHeader(rows: readonly (readonly string[])[]): HeaderGuess {
  const maxRows = Math.max(20, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, rows[0]?.length ?? 1))));
  const [first, ...below] = rows.slice(0, maxRows + 1).map((cells) => cells.map((cell) => cell.trim()));
  // A file that was joined from several files repeats its header.
  const others = below.filter(
    (cells) => cells.length !== first?.length || cells.some((cell, at) => cell !== first[at]),
  );
  if (first === undefined) return { hasHeader: false, doubt: 'the sample has no rows' };
  const periods = findPeriods(first, others);
  const names = nameScore(first.map((cell, column) => (periods.has(column) ? `y${cell}` : cell)));
  if (others.length === 0) return { hasHeader: names > 0.5, doubt: 'the sample has only one row' };
  const votes = first.map((cell, column) =>
    periods.has(column)
      ? 1
      : vote(
          cell,
          others.map((row) => row[column] ?? '').filter((one) => one !== ''),
        ),
  );
  const sum = votes.reduce((total, one) => total + one, 0) / Math.max(1, first.length) + (names - 0.5);
  return { hasHeader: sum > 0, doubt: Math.abs(sum) < 0.25 ? 'the first row may or may not be a header' : null };
}

const YEAR = /^(?:19|20)\d\d$/;
const DAY = /^(?:\d\d[./]\d\d[./](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)$/;

/**
 * Returns the columns whose first cells are years or dates that follow each other, such as 2019, 2020, 2021 above numbers.
 * They are names of columns if no cell below is a year or a date.
 */
export function findPeriods(first: readonly string[], others: readonly (readonly string[])[]): ReadonlySet<number> {
  const of = (form: RegExp) =>
    first.flatMap((cell, at) => (form.test(cell) && !others.some((row) => form.test(row[at] ?? '')) ? [at] : []));
  const [years, days] = [of(YEAR), of(DAY)];
  const steps = new Set(years.slice(1).map((at, index) => Number(first[at]) - Number(first[years[index] ?? 0])));
  const [step = 0] = steps;
  const areYears = years.length > 1 && steps.size === 1 && Math.abs(step) === 1;
  const areDays = days.length > 1 && new Set(days.map((at) => first[at])).size === days.length;
  return new Set(areYears ? years : areDays ? days : []);
}

/** Returns how much the cells of a row look like column names, from 0 (not at all) to 1. */
function nameScore(cells: readonly string[]): number {
  const filled = cells.filter((cell) => cell !== '');
  const isUnique = new Set(filled.map((cell) => cell.toLowerCase())).size === filled.length;
  const named = filled.filter(
    (cell) => /^[\p{L}_#@$][\p{L}\p{M}\p{N}_ ./()#%:°&@$'’-]{0,79}$/u.test(cell) && !isTypedText(cell),
  );
  if (filled.length === 0) return 0;
  return (named.length / cells.length) * (isUnique ? 1 : 0.5);
}

/**
 * Returns how likely a cell is the name of its column, from -1 (unlikely) to 1 (likely). `below` are the other cells of
 * the column.
 */
function vote(cell: string, below: readonly string[]): number {
  if (below.length === 0) return cell === '' ? 0 : 0.1;
  if (cell === '') return -0.4;
  if (below.includes(cell) || hasFormOf(cell, below)) return -1;
  const typed = below.filter(isTypedText).length / below.length;
  if (typed > 0.8) return isTypedText(cell) ? -1 : 1;
  const shapes = new Set(below.map(shapeOf));
  if (shapes.has(shapeOf(cell))) return shapes.size === 1 ? -0.8 : -0.3;
  // The first cell has another form than the cells below. If those are similar to each other, it is probably a name.
  return shapes.size <= 3 || sameLength(below, cell) ? 0.7 : 0.3;
}

function sameLength(below: readonly string[], cell: string): boolean {
  const [first = ''] = below;
  return below.length > 2 && below.every(({ length }) => length === first.length) && cell.length !== first.length;
}

/**
 * Returns the form of a cell. Runs of letters become `A`, `Aa` or `a`, and runs of digits become `9`. Other characters
 * remain.
 */
function shapeOf(cell: string): string {
  return cell
    .replace(/\p{Lu}\p{Ll}+/gu, 'Aa')
    .replace(/\p{Lu}+(?!a)/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/A(?:a)+/g, 'Aa')
    .replace(/\d+/g, '9')
    .replace(/\s+/g, ' ')
    .replace(/(Aa|a)(?: \1)+/g, '$1');
}

/** The share of cells that have the form of the first one from which it is one of them. */
const MIN_ALIKE = 0.34;

/** An address of mail, or parts with one mark between them: `0a:1b:2c`, `DE12 3456 78`. */
const MAIL = /^[^\s@]+@[^\s@]+\.\w+$/;
const PARTS = /^[\p{L}\p{N}]+([^\p{L}\p{N}])[\p{L}\p{N}]+(?:\1[\p{L}\p{N}]+)+$/u;

/** Whether a cell has the form of cells below: an address of mail, or as many parts, half of them with digits. */
function hasFormOf(cell: string, below: readonly string[]): boolean {
  const form = formOf(cell);
  return form !== null && below.filter((other) => formOf(other) === form).length >= MIN_ALIKE * below.length;
}

function formOf(cell: string): string | null {
  if (MAIL.test(cell)) return '@';
  const mark = PARTS.exec(cell)?.[1];
  if (mark === undefined) return null;
  const parts = cell.split(mark);
  return 2 * parts.filter((part) => /\d/.test(part)).length >= parts.length ? mark.repeat(parts.length) : null;
}
