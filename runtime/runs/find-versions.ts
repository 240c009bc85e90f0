import type { ReferenceInfo } from '../../compiler/kernel/model/contract.ts';
import type { TableVersion } from '../base/model/bound-tables.ts';
import type { RunOptions } from '../base/model/run-info.ts';
import type { RunModule } from '../base/model/run-module.ts';

/** Returns the current versions of those tables of the service that exist. */
export type FindTables = (needed: readonly ReferenceInfo[]) => Promise<readonly TableVersion[]>;

/**
 * Returns the versions of the reference tables with which a run reads its file, as a member of its options. They are fixed
 * from then on. A table that is missing has no version, so the run fails before its first record.
 */
export async function findVersions(
  { module, options }: { readonly module: RunModule; readonly options: RunOptions },
  find: FindTables,
): Promise<Pick<RunOptions, 'reference'>> {
  const needed = module.spec.reference;
  if (needed === undefined || options.reference !== undefined) return {};
  const { tables = [] } = module;
  const others = needed.filter(({ name }) => !tables.some((table) => table.name === name));
  const all = [...tables, ...(others.length === 0 ? [] : await find(others))];
  return { reference: needed.flatMap(({ name }) => all.find((table) => table.name === name) ?? []) };
}
