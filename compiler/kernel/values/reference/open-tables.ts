import { createReferenceTable, ReferenceFault } from './create-table.ts';
import type { ReferenceInfo, ReferenceTable, ReferenceTables } from './reference-table.ts';
import { findCell, findRowOfText, textOfCell } from './table.ts';

/** The tables of a run, by their names. */
export type OpenTables = ReadonlyMap<string, ReferenceTable>;

/** Finds the reference tables that a spec needs. Throws RangeError if one is missing. */
export type OpenReference = (given: ReferenceTables | undefined) => OpenTables;

/** What an expression or a rule needs of the report of a record. */
export interface WithTables {
  readonly reference: OpenTables | null;
}

/** The tables that were created from the bytes of a file, so that each is created once. */
const created = new WeakMap<Uint8Array, Map<string, ReferenceTable>>();

/**
 * Returns a function that finds the tables that a spec needs among those that a caller gives. It throws RangeError if one
 * is missing, is no table, or has not the columns that the spec reads.
 */
export function openReference(needed: readonly ReferenceInfo[]): OpenReference {
  return (given = {}) => new Map(needed.map((one) => [one.name, openTable(one, given)]));
}

function openTable({ name, key, columns }: ReferenceInfo, given: ReferenceTables): ReferenceTable {
  const found = Object.hasOwn(given, name) ? given[name] : undefined;
  const own = `the reference table ${JSON.stringify(name)}`;
  if (found === undefined) throw new RangeError(`${own} is missing: give it in the option reference`);
  const table = found instanceof Uint8Array ? createOnce(found, key, own) : found;
  if (table.buckets === undefined)
    throw new RangeError(
      `${own} was created by another release: create it with this one, or give the bytes of its file`,
    );
  if (table.key !== key)
    throw new RangeError(`${own} has the key ${JSON.stringify(table.key)} instead of ${JSON.stringify(key)}`);
  const absent = columns.find((column) => !table.columns.includes(column));
  if (absent !== undefined) throw new RangeError(`${own} has no column ${JSON.stringify(absent)}`);
  return table;
}

function createOnce(bytes: Uint8Array, key: string, own: string): ReferenceTable {
  const known = created.get(bytes) ?? new Map<string, ReferenceTable>();
  const found = known.get(key);
  if (found !== undefined) return found;
  try {
    const table = createReferenceTable(bytes, key);
    created.set(bytes, known.set(key, table));
    return table;
  } catch (error) {
    throw error instanceof ReferenceFault ? new RangeError(`${own}: ${error.message}`) : error;
  }
}

/** Creates the function that returns a cell of the row with a key: null if there is no such row, or if its cell is empty. */
export function createLookup(name: string, column: string): (key: string | null, record: WithTables) => string | null {
  const find = createFinder(name, column, (table) => table);
  return (key, record) => {
    if (key === null) return null;
    const { table, place } = find(record);
    const row = findRowOfText(table, key);
    if (row < 0) return null;
    if (place === 0) return key === '' ? null : key;
    return textOfCell(table, findCell(table, row, place));
  };
}

/** Creates the function that returns whether a text is a key of a table. */
export function createMembership(name: string): (key: string, record: WithTables) => boolean {
  const find = createFinder(name, null, (table) => table);
  return (key, record) => findRowOfText(find(record).table, key) >= 0;
}

/** A table in the form in which a caller reads it, and the place of a column in its rows. */
interface Found<Form> {
  readonly table: Form;
  readonly place: number;
}

/**
 * Creates the function that returns a table of the run, in a form that `open` creates. A run asks many times, so the
 * function remembers the last.
 */
export function createFinder<Form>(
  name: string,
  column: string | null,
  open: (table: ReferenceTable) => Form,
): (record: WithTables) => Found<Form> {
  let of: OpenTables | null = null;
  let found: Found<Form> | null = null;
  return ({ reference }) => {
    if (found !== null && reference === of) return found;
    const table = reference?.get(name);
    if (table === undefined) throw new RangeError(`the reference table ${JSON.stringify(name)} is missing`);
    of = reference;
    found = { table: open(table), place: column === null ? 0 : table.columns.indexOf(column) };
    return found;
  };
}
