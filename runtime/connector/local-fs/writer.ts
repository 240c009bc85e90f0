import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncToDisk } from '../../base/files/sync-to-disk.ts';
import type { RemoteWriter } from '../connector.ts';
import { folderOf } from '../remote-path.ts';
import { createTemporaryPath } from '../temporary-file.ts';
import { wrapFailure } from './failure.ts';
import type { RootFolder } from './root-folder.ts';

/**
 * Opens a writer for a file, and creates missing folders. `commit` creates or replaces the file in one step. Throws
 * ConnectorFailure.
 */
export async function openWriter(root: RootFolder, path: string): Promise<RemoteWriter> {
  await root.createFolders(folderOf(path));
  const temporary = root.resolve(createTemporaryPath(path));
  const handle = await wrapFailure(path, open(temporary, 'wx', 0o600));
  return {
    write: async (bytes) => {
      await wrapFailure(path, handle.writeFile(bytes));
    },
    async commit() {
      await wrapFailure(path, handle.sync());
      await handle.close();
      await wrapFailure(path, rename(temporary, root.resolve(path)));
      await syncToDisk(dirname(temporary));
    },
    async abort() {
      await handle.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
    },
  };
}
