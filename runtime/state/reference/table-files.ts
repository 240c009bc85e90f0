import { access, readFile } from 'node:fs/promises';
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
  const isStored = await access(path).then(
    () => true,
    () => false,
  );
  if (isStored) return;
  await createFolder(join(dataFolder, 'reference'));
  await replaceFile(path, await read());
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
