import { createReferenceTable, ReferenceFault } from '../../../compiler/reference-tables.ts';
import type { ReferenceInfo, ReferenceTable, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { bindTables, type TableVersion } from '../../base/model/bound-tables.ts';

/**
 * Returns a module that reads with the CSV files of its reference tables, by their names. If a file is missing, the module is
 * returned as it is. Rejects with an Error for people if a file is no table, or lacks a column that the spec reads.
 */
export async function bindTableFiles(module: SpecModule, files: Readonly<Record<string, Blob>>): Promise<SpecModule> {
  const { reference = [] } = module.spec;
  if (reference.some(({ name }) => files[name] === undefined)) return module;
  const tables: Record<string, ReferenceTable> = {};
  const versions: TableVersion[] = [];
  for (const info of reference) {
    const bytes = new Uint8Array(await (files[info.name] ?? new Blob()).arrayBuffer());
    const table = readTable(info, bytes);
    tables[info.name] = table;
    versions.push({ name: info.name, version: await versionOf(bytes), rows: table.rows });
  }
  return bindTables(module, { tables, versions });
}

function readTable({ name, key, columns }: ReferenceInfo, bytes: Uint8Array): ReferenceTable {
  try {
    const table = createReferenceTable(bytes, key, false);
    const absent = columns.find((column) => !table.columns.includes(column));
    if (absent !== undefined) throw new ReferenceFault(`it has no column "${absent}"`);
    return table;
  } catch (error) {
    if (!(error instanceof ReferenceFault)) throw error;
    throw new Error(`The file of the reference table "${name}" cannot be used: ${error.message}.`);
  }
}

/** Returns the SHA-256 of a table. Empty where the browser has no hashes, which is over http. */
async function versionOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return '';
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
