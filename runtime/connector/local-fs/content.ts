import { stat } from 'node:fs/promises';
import type { ReadRequest, RemoteContent } from '../connector.ts';
import { createChangedFailure } from './failure.ts';
import { toRemoteFile } from './remote-file.ts';
import type { RootFolder } from './root-folder.ts';

const CHUNK_BYTES = 512 * 1024;

/**
 * Opens a file and returns its content from the offset `from`. Throws ConnectorFailure, with the code `source_changed`
 * if the file does not have the version `ifVersion`. Iterating the content throws `source_changed` if the file changed
 * while it was read, and the system's errors.
 */
export async function openContent(
  root: RootFolder,
  path: string,
  { from = 0, ifVersion }: ReadRequest,
): Promise<RemoteContent> {
  const { handle, file } = await root.openChecked(path);
  if (ifVersion !== undefined && file.version !== ifVersion) {
    await handle.close();
    throw createChangedFailure(path);
  }
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };
  async function* readAll(): AsyncGenerator<Uint8Array> {
    try {
      let position = from;
      for (;;) {
        const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(CHUNK_BYTES), position });
        if (bytesRead === 0) break;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      // Writing into the open file changes the attributes of the handle. Replacing the file changes those of the path.
      const now = await stat(root.resolve(path), { bigint: true }).catch(() => null);
      const own = toRemoteFile(path, await handle.stat({ bigint: true }));
      if (own.version !== file.version || (now !== null && toRemoteFile(path, now).version !== file.version)) {
        throw createChangedFailure(path);
      }
    } finally {
      await close();
    }
  }
  return { file, bytes: readAll(), cancel: close };
}
