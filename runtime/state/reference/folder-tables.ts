import { dirname, join, resolve, sep } from 'node:path';
import { MAX_TABLE_BYTES } from '../../../compiler/reference-tables.ts';
import type { ReferenceInfo } from '../../../compiler/kernel/model/contract.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';
import { NotRegularFile, readRegularFile } from '../../base/files/regular-file.ts';
import { ReferenceFailure, type TableFile } from './load-table.ts';
import { versionOfTable } from './table-reader.ts';

/** The reason why the table of a spec is in no folder. */
export const NO_FILE = 'has no file in the spec, so it cannot be read from the folder of the specs';

/** Returns the folder in which a spec file names its tables: the folder of the specs if it contains the file, otherwise that of the file. */
export function tableFolderOf(specPath: string, specsFolder: string): string {
  const folder = resolve(specsFolder);
  return resolve(specPath).startsWith(folder + sep) ? folder : dirname(resolve(specPath));
}

/** Finds the file of a table in a folder of specs. Throws ReferenceFailure if the spec names none, or if it cannot be read. */
export async function findInFolder(
  { name, file }: Pick<ReferenceInfo, 'name' | 'file'>,
  folder: string,
): Promise<TableFile> {
  if (file === undefined) throw new ReferenceFailure(name, NO_FILE);
  try {
    const bytes = await readRegularFile(join(folder, file), { within: folder, maxBytes: MAX_TABLE_BYTES });
    return { version: await versionOfTable(bytes), read: async () => bytes };
  } catch (error) {
    if (!(error instanceof NotRegularFile) && systemCode(error) === undefined) throw error;
    const reason = error instanceof NotRegularFile ? error.message : reasonOf(error);
    throw new ReferenceFailure(name, `cannot be read from ${join(folder, file)}: ${reason}`);
  }
}
