import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../base/files/data-folder.ts';
import { syncToDisk } from '../../base/files/sync-to-disk.ts';
import { FolderMoved } from './folder-failures.ts';

/** The file with the id of the PostgreSQL store whose runs the files of a data folder belong to. */
const FILE = 'store-id';

/** Returns the path of the file that binds a folder to a PostgreSQL store. */
export function bindingPath(folder: string): string {
  return join(folder, FILE);
}

/** Returns the id of the PostgreSQL store that a data folder belongs to; null if there is none. */
export async function readBinding(folder: string): Promise<string | null> {
  const text = await readFile(bindingPath(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  });
  return text.trim() === '' ? null : text.trim();
}

/** Binds a data folder to a PostgreSQL store. The binding is durable when the promise resolves. */
export async function bindFolder(folder: string, storeId: string): Promise<void> {
  const file = await open(bindingPath(folder), 'w', PRIVATE_FILE);
  try {
    await file.writeFile(`${storeId}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncToDisk(folder);
}

/** Throws FolderMoved if the runs of a data folder are in a PostgreSQL store. */
export async function checkNotMoved(folder: string): Promise<void> {
  if ((await readBinding(folder)) !== null) throw new FolderMoved(folder);
}
