import type { MaskKeys, ReferenceInfo, SpecInfo } from '../../compiler/kernel/model/contract.ts';
import {
  type FindMaskKey,
  MASK_KEY_CHANGED,
  MaskKeyFailure,
  type MaskKeyVersion,
  versionOfKey,
} from '../base/model/mask-keys.ts';
import type { TableVersion } from '../base/model/bound-tables.ts';
import type { RunOptions } from '../base/model/run-info.ts';
import type { RunModule } from '../base/model/run-module.ts';

/** What to do if a run cannot publish without a key. */
export const SEND_AGAIN = ': send the file again';

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

/** Returns a module that reads with these versions of its tables, and with the current ones of all others. */
export function withKeptTables(module: RunModule, kept: readonly TableVersion[]): RunModule {
  const isKept = ({ name }: TableVersion) => kept.some((one) => one.name === name);
  return { ...module, tables: [...kept, ...(module.tables ?? []).filter((one) => !isKept(one))] };
}

/**
 * Returns the versions of the keys of the masks of a spec, as a member of the options of a run. They are fixed from then on.
 * A key that cannot be used has no version, so the run fails before its first record.
 */
export async function findKeyVersions(
  { maskKeys: needed }: Pick<SpecInfo, 'maskKeys'>,
  find: FindMaskKey,
): Promise<Pick<RunOptions, 'maskKeys'>> {
  if (needed === undefined) return {};
  const versions: MaskKeyVersion[] = [];
  for (const name of needed) {
    const key = await find(name).catch(nullIfUnusable);
    if (key !== null) versions.push({ name, version: versionOfKey(key) });
  }
  return { maskKeys: versions };
}

/**
 * Returns the keys of the masks of a run. Throws MaskKeyFailure if one cannot be used, or is not the one with which the run
 * was accepted.
 */
export async function loadMaskKeys(
  needed: readonly string[],
  versions: readonly MaskKeyVersion[],
  find: FindMaskKey,
): Promise<MaskKeys> {
  const keys: Record<string, string> = Object.create(null);
  for (const name of needed) {
    const key = await find(name);
    const accepted = versions.find((one) => one.name === name);
    const own = `the credential ${JSON.stringify(name)}`;
    if (accepted === undefined)
      throw new MaskKeyFailure(`${own} could not be used as the key of a mask when the run was accepted${SEND_AGAIN}`);
    if (accepted.version !== versionOfKey(key))
      throw new MaskKeyFailure(
        `${own} has another secret than when the run was accepted, so the same value would have two tokens${SEND_AGAIN}`,
        MASK_KEY_CHANGED,
      );
    keys[name] = key;
  }
  return keys;
}

function nullIfUnusable(error: unknown): null {
  if (error instanceof MaskKeyFailure) return null;
  throw error;
}
