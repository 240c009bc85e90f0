import { access, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReferenceInfo } from '../../../compiler/kernel/model/contract.ts';
import type { BoundTables, TableVersion } from '../../base/model/bound-tables.ts';
import { createFolder } from '../../base/files/create-folder.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { systemCode } from '../../base/files/error-reason.ts';
import { loadTables, ReferenceFailure, type TableFile } from './load-table.ts';
import { versionOfTable } from './table-reader.ts';

/** Returns the path of a version of a table in the data folder. */
function tablePath(dataFolder: string, version: string): string {
  return join(dataFolder, 'reference', `${version}.csv`);
}

/** Stores a version of a table in the data folder, so that runs that resume or are repeated use the same bytes. */
export async function storeTable(dataFolder: string, { version, read }: TableFile): Promise<void> {
  const path = tablePath(dataFolder, version);
  // A version that is used again is not old.
  const isStored = await utimes(path, new Date(), new Date()).then(
    () => true,
    () => false,
  );
  if (isStored) return;
  await createFolder(join(dataFolder, 'reference'));
  await replaceFile(path, await read());
}

/** Returns whether a version of a table is in the data folder. */
export function hasTable(dataFolder: string, version: string): Promise<boolean> {
  return access(tablePath(dataFolder, version)).then(
    () => true,
    () => false,
  );
}

/** Returns the size of a stored version of a table, in bytes. */
export async function sizeOfTable(version: string, dataFolder: string): Promise<number> {
  return (await stat(tablePath(dataFolder, version))).size;
}

/** Versions that nothing needs are deleted when they were stored longer ago than this, in milliseconds. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes the versions of tables that are older than 30 days, unless `findNeeded` returns them. `now` is the current time in
 * milliseconds since 1970.
 */
export async function pruneTables(
  dataFolder: string,
  findNeeded: () => Promise<ReadonlySet<string>>,
  now = Date.now(),
): Promise<void> {
  const folder = join(dataFolder, 'reference');
  const isOld = async (name: string): Promise<boolean> => {
    const stats = await stat(join(folder, name)).catch(() => null);
    return stats?.isFile() === true && now - stats.mtimeMs > MAX_AGE_MS;
  };
  const old: string[] = [];
  for (const name of await readdir(folder).catch(() => []))
    if (/^[0-9a-f]{64}\.csv$/.test(name) && (await isOld(name))) old.push(name);
  if (old.length === 0) return;
  const needed = await findNeeded();
  // One that was stored again in the meantime is not old any more.
  for (const name of old)
    if (!needed.has(name.slice(0, -'.csv'.length)) && (await isOld(name)))
      await rm(join(folder, name), { force: true });
}

/**
 * Loads the tables of a run with the versions that were fixed when it was accepted. Throws ReferenceFailure if one is
 * missing or altered.
 */
export function loadStoredTables(
  needed: readonly ReferenceInfo[],
  versions: readonly TableVersion[],
  dataFolder: string,
): Promise<BoundTables> {
  return loadTables(needed, async ({ name }) => {
    const version = versions.find((one) => one.name === name)?.version;
    if (version === undefined)
      throw new ReferenceFailure(
        name,
        'is missing: send it with PUT /api/v1/reference/{name}, or to the folder of the specs',
      );
    return { version, read: () => readTable(name, version, dataFolder) };
  });
}

/** Returns the CSV file of a version of a table. Throws ReferenceFailure if it is missing or altered. */
export async function readTable(name: string, version: string, dataFolder: string): Promise<Uint8Array> {
  const bytes = await readFile(tablePath(dataFolder, version)).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null || (await versionOfTable(bytes)) !== version)
    throw new ReferenceFailure(name, `is lost: its version ${version} is not in the data folder any more`);
  return bytes;
}
