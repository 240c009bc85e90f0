import { createHash } from 'node:crypto';
import type { TableVersion } from '../../../base/model/bound-tables.ts';
import { findInFolder } from '../../reference/folder-tables.ts';
import { loadTables, ReferenceFailure } from '../../reference/load-table.ts';
import { storeTable } from '../../reference/table-files.ts';
import type { CompiledSpec } from '../compile/compiled-spec.ts';
import { createDiagnostic, type SpecDiagnostic } from '../compile/spec-diagnostic.ts';

/** Where the tables of a folder of specs are, and where versions of them are stored for runs. */
export interface TableFolders {
  /** The folder of the specs. */
  readonly folder: string;
  /** The folder that all instances share. */
  readonly filesFolder: string;
}

/**
 * Stores the reference tables of a spec of the folder. Returns the compiled spec with their versions, and what is wrong
 * with them. Tables without a file are those of the service.
 */
export async function bindGitTables(
  compiled: CompiledSpec,
  { folder, filesFolder }: TableFolders,
): Promise<{ compiled: CompiledSpec; diagnostics: readonly SpecDiagnostic[] }> {
  const needed = (compiled.module.spec.reference ?? []).filter(({ file }) => file !== undefined);
  const tables: TableVersion[] = [];
  const diagnostics: SpecDiagnostic[] = [];
  for (const info of needed) {
    try {
      const file = await findInFolder(info, folder);
      tables.push(...(await loadTables([info], async () => file)).versions);
      await storeTable(filesFolder, file);
    } catch (error) {
      if (!(error instanceof ReferenceFailure)) throw error;
      const { table, reason } = error;
      diagnostics.push(createDiagnostic('reference_unusable', { table, reason }, `/reference/${table}`));
    }
  }
  return { compiled: withTables(compiled, tables), diagnostics };
}

/** Returns a compiled spec with the versions of its reference tables. */
export function withTables(compiled: CompiledSpec, tables: readonly TableVersion[]): CompiledSpec {
  return tables.length === 0 ? compiled : { ...compiled, module: { ...compiled.module, tables } };
}

/** Returns the state of a folder whose specs have these versions of tables. Without tables, it is the same. */
export function stateWithTables(state: string, all: readonly (readonly TableVersion[])[]): string {
  const versions = all.flat();
  if (versions.length === 0) return state;
  return createHash('sha256')
    .update(JSON.stringify([state, versions]))
    .digest('hex');
}
