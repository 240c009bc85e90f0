import { trim } from '../../../kernel/values/text.ts';
import type { SampleRow } from './rows.ts';

/** The columns of a CSV table that become fields, and whether they are found by name or by position. */
export interface ColumnNames {
  /** The column's index from 0, and its label, or null if it has none. */
  readonly columns: readonly { readonly index: number; readonly label: string | null }[];
  /** Whether columns are found by the names in the header. */
  readonly isNamed: boolean;
  /**
   * Why columns are found by position although the table has a header. Null if columns are found by name, or if there
   * is no header.
   */
  readonly why: string | null;
  /**
   * `EXTRA`: records usually have one cell more than the header, or than the columns if there is no header, and this last
   * cell is empty in every record.
   * `MISSING`: the header has one cell more than usual records, and this last cell is empty. Null if neither is true,
   * or if columns of a header are found by position.
   */
  readonly ending: 'EXTRA' | 'MISSING' | null;
  /** The number of columns without a name and a value, which are no fields. */
  readonly omitted?: number;
  /** Whether a comment declares the columns: the file is a log (W3C extended), in which `-` is no value. */
  readonly isDeclared?: boolean;
  /** What a person must decide about the header, or missing if there is nothing. */
  readonly undecided?: string;
}

interface Located {
  /** The most frequent number of cells in a record. */
  readonly width: number;
  /** Whether one line of the file alone contains all labels. */
  readonly isLocated: boolean;
  /** The delimiter of the table. */
  readonly delimiter: string;
  /** The rows that are records. */
  readonly rows: readonly SampleRow[];
}

const MAX_NAME_LENGTH = 1000;
/** Records that end with a delimiter have an empty last cell. At most this share of them has a text in it. */
const MOSTLY_EMPTY = 0.2;

/** Assigns the labels of the header to the columns. `labels` is null if there is no header. */
export function nameColumns(labels: readonly string[] | null, located: Located): ColumnNames {
  const { width, rows } = located;
  const byPosition = (names: readonly (string | null)[], why: string | null): ColumnNames => ({
    columns: Array.from({ length: width }, (_, index) => ({ index, label: names[index] || null })),
    isNamed: false,
    why,
    ending: null,
  });
  if (labels === null) {
    const hasEnd = width > 1 && rows.length > 1 && isEmpty(rows, width - 1);
    return hasEnd ? { ...byPosition([], null), columns: unnamed(width - 1), ending: 'EXTRA' } : byPosition([], null);
  }
  const names = labels.map(trim);
  if (names.length === width - 1) {
    if (isEmpty(rows, width - 1))
      return byName(names, located, 'EXTRA') ?? byPosition(names, findNamingObstacle(names, located));
    const filled = countFilledIn(rows, width - 1);
    const mostlyEmpty = filled <= MOSTLY_EMPTY * rows.length ? byName(names, located, 'EXTRA') : null;
    if (mostlyEmpty !== null)
      return {
        ...mostlyEmpty,
        undecided: `${filled} of ${rows.length} records ${filled === 1 ? 'has' : 'have'} a text after the last column, and ${filled === 1 ? 'is' : 'are'} rejected`,
      };
    const first = 2 * filled < rows.length ? null : firstColumnName(located);
    const why = `the header has ${names.length} cells, records have ${width}`;
    if (first !== null) return byPosition([first, ...names], `${why}: the first column has no name`);
    const undecided = `${why}: find the column without a name, or the cell that contains a delimiter`;
    return { ...byPosition(names, `${why}: the last column has no name`), undecided };
  }
  if (names.length === width + 1 && names.at(-1) === '')
    return byName(names, located, 'MISSING') ?? byPosition(names, findNamingObstacle(names, located));
  if (names.length !== width) return byPosition([], `the header has ${names.length} cells, records have ${width}`);
  return byName(names, located, null) ?? byPosition(names, findNamingObstacle(names, located));
}

function unnamed(width: number): ColumnNames['columns'] {
  return Array.from({ length: width }, (_, index) => ({ index, label: null }));
}

/**
 * Returns columns that are found by name, or null if the names are not suitable for this. Omits columns with neither a
 * name nor a value.
 */
function byName(names: readonly string[], located: Located, ending: ColumnNames['ending']): ColumnNames | null {
  const columns = names.flatMap((label, index) =>
    label === '' && (index >= located.width || isEmpty(located.rows, index)) ? [] : [{ index, label }],
  );
  const isNamed =
    columns.length > 0 &&
    findNamingObstacle(
      columns.map(({ label }) => label),
      located,
    ) === null;
  return isNamed ? { columns, isNamed, why: null, ending, omitted: names.length - columns.length } : null;
}

function findNamingObstacle(names: readonly string[], { isLocated }: Located): string | null {
  if (!isLocated) return 'the header has several lines';
  if (names.includes('')) return 'a header cell is empty';
  if (new Set(names).size < names.length) return 'the header contains a name twice';
  return names.some(({ length }) => length > MAX_NAME_LENGTH)
    ? `a header cell is longer than ${MAX_NAME_LENGTH} characters`
    : null;
}

function isEmpty(rows: readonly SampleRow[], index: number): boolean {
  return rows.length > 0 && countFilledIn(rows, index) === 0;
}

/** Returns the number of rows with a text in a column. */
function countFilledIn(rows: readonly SampleRow[], index: number): number {
  return rows.filter(({ cells }) => trim(cells[index] ?? '') !== '').length;
}

/**
 * Returns a name for the first column if the header has one cell less than the records and the first cells are names of
 * rows: `row` if they are 1, 2, 3 and so on, or else `row name`. Returns null if another column may have no name.
 */
function firstColumnName({ rows, width, delimiter }: Located): string | null {
  const texts = rows.map(({ cells }) => cells[0] ?? '');
  const isDistinct = texts.length > 1 && !texts.includes('') && new Set(texts).size === texts.length;
  if (!isDistinct || rows.some(({ cells }) => cells.length !== width)) return null;
  if (delimiter === ',' && (hasTornDecimals(rows, width) || hasTornTexts(rows, width))) return null;
  if (texts.every((text, at) => text === String(at + 1))) return 'row';
  const isLastFull = rows.every(({ cells }) => trim(cells[width - 1] ?? '') !== '');
  return isLastFull && texts.some((text) => /\p{L}/u.test(text)) ? 'row name' : null;
}

/** Whether two columns side by side are digits, so that they may be a number that its decimal comma divides. */
function hasTornDecimals(rows: readonly SampleRow[], width: number): boolean {
  const holds = (index: number, form: RegExp) => rows.every(({ cells }) => form.test(trim(cells[index] ?? '')));
  return Array.from({ length: width - 1 }, (_, at) => at).some(
    (at) => holds(at, /^[-+]?\d+$/) && holds(at + 1, /^\d+$/),
  );
}

/** Whether a blank begins each cell of one column, but not those of all columns: a comma of a text divides it. */
function hasTornTexts(rows: readonly SampleRow[], width: number): boolean {
  const indexes = Array.from({ length: width - 1 }, (_, at) => at + 1);
  const torn = indexes.filter((index) => rows.every(({ cells }) => cells[index]?.startsWith(' ') === true));
  return torn.length > 0 && (width === 2 || torn.length < indexes.length);
}
