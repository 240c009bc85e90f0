import { ReferenceFault } from '../../../compiler/reference-tables.ts';
import type { ReferenceInfo, ReferenceTable } from '../../../compiler/kernel/model/contract.ts';
import type { BoundTables } from '../../base/model/bound-tables.ts';
import { buildTable } from './table-reader.ts';

/** A reference table that a spec names cannot be used. The message names the table. */
export class ReferenceFailure extends Error {
  override readonly name = 'ReferenceFailure';
  /** The name of the table in the spec. */
  readonly table: string;
  /** What is wrong with it, as the rest of a sentence. */
  readonly reason: string;

  constructor(table: string, reason: string) {
    super(`the reference table "${table}" ${reason}`);
    this.table = table;
    this.reason = reason;
  }
}

/** The tables of this process that a module still uses, by their version and key. */
const known = new Map<string, WeakRef<ReferenceTable>>();
const forget = new FinalizationRegistry<string>((id) => {
  if (known.get(id)?.deref() === undefined) known.delete(id);
});

/** Returns the table with a version that this process has. Undefined: it has none. */
function findTable(version: string, key: string): ReferenceTable | undefined {
  return known.get(`${version} ${key}`)?.deref();
}

/**
 * Returns the table of a CSV file. Its memory is shared with the threads that get it. The process has each table once.
 * Throws ReferenceFault if the file is no table.
 */
async function createTable(bytes: Uint8Array, version: string, key: string): Promise<ReferenceTable> {
  const created = await buildTable(bytes, key);
  // Another caller may have created it meanwhile.
  const table = findTable(version, key) ?? created;
  const id = `${version} ${key}`;
  known.set(id, new WeakRef(table));
  forget.register(table, id);
  return table;
}

/** The file of a table: its bytes, or only its version if the process may have its table already. */
export interface TableFile {
  readonly version: string;
  read(): Promise<Uint8Array>;
}

/**
 * Returns the tables that a spec names. `find` returns the file of a table, and throws ReferenceFailure if there is none.
 * Throws ReferenceFailure if a file is no table, or has not the columns that the spec reads.
 */
export async function loadTables(
  needed: readonly ReferenceInfo[],
  find: (info: ReferenceInfo) => Promise<TableFile>,
): Promise<BoundTables> {
  const tables: Record<string, ReferenceTable> = {};
  const versions: BoundTables['versions'][number][] = [];
  for (const info of needed) {
    const table = await loadTable(info, await find(info));
    tables[info.name] = table.table;
    versions.push({ name: info.name, version: table.version, rows: table.table.rows });
  }
  return { tables, versions };
}

async function loadTable(
  { name, key, columns }: ReferenceInfo,
  { version, read }: TableFile,
): Promise<{ table: ReferenceTable; version: string }> {
  try {
    const table = findTable(version, key) ?? (await createTable(await read(), version, key));
    const absent = columns.find((column) => !table.columns.includes(column));
    if (absent === undefined) return { table, version };
    const known = table.columns.slice(0, 10).map((column) => `"${column}"`);
    throw new ReferenceFailure(name, `has no column "${absent}", only ${known.join(', ')}`);
  } catch (error) {
    if (error instanceof ReferenceFault) throw new ReferenceFailure(name, `cannot be used: ${error.message}`);
    throw error;
  }
}

/** Finds those tables of a spec that cannot be used, with the reasons. `find` is that of loadTables(). */
export async function findFaults(
  needed: readonly ReferenceInfo[],
  find: (info: ReferenceInfo) => Promise<TableFile>,
): Promise<{ table: string; reason: string }[]> {
  const faults: { table: string; reason: string }[] = [];
  for (const info of needed)
    await loadTables([info], find).catch((error: unknown) => {
      if (!(error instanceof ReferenceFailure)) throw error;
      faults.push({ table: error.table, reason: error.reason });
    });
  return faults;
}
