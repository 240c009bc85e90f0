import type { Evidence } from '../model/draft.ts';
import { type Column, type FieldGuess, inferField } from './infer.ts';
import type { DayOrder } from './day-order.ts';
import { inferDateAgain } from './dates.ts';
import { inferNumberAgain, inferType } from './type.ts';
import { withSentinel } from './sentinels.ts';
import type { TypeGuess } from './type-guess.ts';
import { type CellConventions, gatherValues, type ColumnValues } from './values.ts';

/** How cells are interpreted in all columns of a file. */
export interface FileConventions extends CellConventions {
  /** The decimal separator, or null if no column shows one or columns contradict each other. */
  readonly decimal: string | null;
}

/** The inferred fields of a sample, in the order of its columns. */
export interface ColumnGuesses {
  readonly guesses: readonly FieldGuess[];
  readonly conventions: FileConventions;
}

/**
 * Infers a field from each column. `tolerance` is the share of a column's cells that may deviate from its type, from 0
 * to 1.
 */
export function inferColumns(columns: readonly Column[], tolerance: number): ColumnGuesses {
  const gathered = columns.map((column) => ({
    column,
    cells: column.cells,
    values: gatherValues(column.cells, { nulls: new Set(), tolerance }),
  }));
  const nulls = new Set(findNullTexts(gathered, tolerance));
  const looked = gathered.map(({ column, values: all }) => {
    const hasNull = [...nulls].some((text) => all.counts.has(text));
    const values = hasNull ? gatherValues(column.cells, { nulls, tolerance }) : all;
    return {
      column,
      values,
      type:
        column.isRecordType === true
          ? TEXT
          : column.isText === true
            ? SEVERAL
            : inferType(values, column.label ?? column.place.name),
    };
  });
  const points = new Set(looked.flatMap(({ column, type }) => decimalsOf(column, type)));
  const dated = looked.some(({ type }) =>
    [type.keys.format ?? '', ...type.coerced].some((one) => /^d+\.M+\.y/.test(one)),
  );
  // Where dates have points, decimals usually have a comma.
  const decimal = points.size === 1 ? ([...points][0] ?? null) : points.size === 0 && dated ? ',' : null;
  const order = findOrder(
    looked.map(({ type }) => type),
    decimal,
  );
  const decide = (values: ColumnValues, type: TypeGuess, label: string) =>
    inferDateAgain(values, withKnownPoint(inferNumberAgain(values, type, decimal), decimal), { label, order });
  const isIndian = looked.some(({ type }) => type.keys.grouping === 'INDIAN');
  return {
    guesses: looked.map(({ column, values, type }) =>
      inferField(
        column,
        values,
        withSentinel(withGrouping(decide(values, type, column.label ?? column.place.name), isIndian), values),
      ),
    ),
    conventions: { nulls, tolerance, decimal },
  };
}

/** Returns whether the day or the month comes first in the dates of a file, if its columns agree. */
function findOrder(types: readonly TypeGuess[], decimal: string | null): DayOrder | null {
  const orders = new Set(types.flatMap(({ dayOrder }) => dayOrder ?? []));
  const [order = null] = orders;
  if (orders.size > 0) return orders.size === 1 ? order : null;
  // Where decimals have a comma, the month does not come first.
  return decimal === ',' ? 'DAY_FIRST' : null;
}

/** Drops the doubt whether a separator is that of groups or of decimals, if another column shows that of decimals. */
function withKnownPoint(type: TypeGuess, decimal: string | null): TypeGuess {
  const { undecided: _, isOpen, ...known } = type;
  return isOpen === 'NUMBER' && decimal !== null ? { ...known, doubts: [] } : type;
}

/** Other columns show groups only in larger numbers. */
function withGrouping(type: TypeGuess, isIndian: boolean): TypeGuess {
  const isGrouped = isIndian && type.keys.groupSeparator === ',' && type.keys.grouping === undefined;
  return isGrouped ? { ...type, keys: { ...type.keys, grouping: 'INDIAN' } } : type;
}

const TEXT: TypeGuess = { keys: { type: 'STRING' }, coerced: [], doubts: [] };
const SEVERAL: TypeGuess = { ...TEXT, doubts: ['many digits in a row may be several columns'] };

/**
 * Returns a list with the decimal separator of a column. The list is empty if the column does not show one
 * unambiguously.
 */
function decimalsOf({ cells }: Column, { keys }: TypeGuess): string[] {
  const isClear =
    keys.type === 'DECIMAL' &&
    !cells.every((cell) => cell === null || /^\D*(?:\d+(?:\.\d{3})?|\d{0,3}(?:,\d{3})?)\D*$/.test(cell));
  return isClear ? [keys.decimalSeparator ?? '.'] : [];
}

/** From this number on, columns about which a person must decide the same have one clause. */
const MANY = 4;

/** Returns clauses that describe what a person must decide about the values of columns. */
export function listUndecided(guesses: readonly FieldGuess[]): string[] {
  const open = guesses.flatMap(({ undecided, field: { value } }) =>
    undecided === null ? [] : [{ name: value.name, what: undecided.slice(value.name.length + 2) }],
  );
  return open.flatMap(({ name, what }) => {
    const alike = open.filter((one) => one.what === what);
    if (alike.length < MANY) return [`${name}: ${what}`];
    return alike[0]?.name === name ? [`${name} and ${alike.length - 1} other fields: ${what}`] : [];
  });
}

/** Returns the share of all characters that are in columns whose values have a known form, from 0 to 1. */
export function weighTypes(guesses: readonly FieldGuess[]): Pick<Evidence, 'typed'> {
  const all = guesses.reduce((sum, { characters }) => sum + characters, 0);
  const known = guesses.reduce((sum, { characters, hasForm }) => sum + (hasForm ? characters : 0), 0);
  return { typed: all === 0 ? 0 : known / all };
}

/** Texts that many systems write instead of a missing value. */
const USUAL = [
  'NULL',
  'null',
  'Null',
  '\\N',
  'N/A',
  'n/a',
  '#N/A',
  'NA',
  'None',
  'nil',
  'NaN',
  '-',
  '--',
  '–',
  '—',
  '?',
  '(null)',
  'n.a.',
];
/** Dates and times that stand for none. They are other values in columns without dates. */
const NO_DATES = ['0000-00-00', '00.00.0000', '00/00/0000', '00000000', '0000-00-00 00:00:00'];

/**
 * Finds the texts that mean null in a sample. A usual null text counts if it is `\N`, or if its column would contain
 * only numbers, dates or truth values without it. In other columns it may be an ordinary text: NA is also Namibia.
 * `tolerance` is the share of cells that may deviate from the type.
 */
function findNullTexts(
  columns: readonly { readonly values: ColumnValues; readonly cells: readonly (string | null)[] }[],
  tolerance: number,
): string[] {
  const found = new Set(NO_DATES.filter((text) => isNoDate(text, columns, tolerance)));
  for (const { values, cells } of columns) {
    const own = USUAL.filter((text) => values.counts.has(text));
    if (own.length === 0) continue;
    // No cell may deviate here. Otherwise a few null texts would count as tolerated deviations.
    const all = inferType({ ...values, tolerated: 0 });
    const without = inferType(gatherValues(cells, { nulls: new Set(own), tolerance }));
    if (own.includes('\\N') || (all.keys.type === 'STRING' && without.keys.type !== 'STRING'))
      own.forEach((text) => found.add(text));
  }
  return [...USUAL, ...NO_DATES].filter((text) => found.has(text));
}

/** Whether all columns with a text have dates besides it. */
function isNoDate(
  text: string,
  columns: readonly { readonly values: ColumnValues; readonly cells: readonly (string | null)[] }[],
  tolerance: number,
): boolean {
  const having = columns.filter(({ values }) => values.counts.has(text));
  return (
    having.length > 0 &&
    having.every(
      ({ cells }) => inferType(gatherValues(cells, { nulls: new Set([text]), tolerance })).keys.type === 'DATE',
    )
  );
}
