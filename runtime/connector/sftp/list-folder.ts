import type ssh2 from 'ssh2';
import type { RemoteFile } from '../connector.ts';
import { isPlainName, joinPath } from '../remote-path.ts';
import { statOrNull, toRemoteFile } from './remote-file.ts';
import type { RemoteRoot } from './remote-root.ts';
import { callSftp } from './session.ts';

/**
 * Yields the regular files in a folder, and the links to regular files. With `isRecursive`, also yields those in
 * subfolders. Throws ConnectorFailure.
 */
export async function* listFolder(root: RemoteRoot, folder: string, isRecursive: boolean): AsyncGenerator<RemoteFile> {
  const folders: string[] = [];
  const session = await root.pool.borrow();
  let state: 'usable' | 'broken' = 'broken';
  try {
    const { sftp } = session;
    const handle = await callSftp<Buffer>(folder, (done) => sftp.opendir(root.resolve(folder), done));
    for (;;) {
      const page = await readFolderPage(sftp, handle, folder);
      if (page === null) break;
      for (const { filename, attrs } of page) {
        if (!isPlainName(filename)) continue;
        const path = joinPath(folder, filename);
        const stats = attrs.isSymbolicLink() ? await statOrNull(sftp, root.resolve(path)) : attrs;
        if (stats?.isFile()) yield toRemoteFile(path, stats);
        // Links to folders are not followed, because they may lead to a folder above.
        else if (isRecursive && attrs.isDirectory()) folders.push(path);
      }
    }
    await callSftp<void>(folder, (done) => sftp.close(handle, done));
    state = 'usable';
  } finally {
    // If the caller stops early, the folder's handle is still open on the server, so the session is closed.
    root.pool.release(session, state);
  }
  for (const path of folders) yield* listFolder(root, path, isRecursive);
}

/** Returns the next page of a folder; null after the last one. */
async function readFolderPage(
  sftp: ssh2.SFTPWrapper,
  handle: Buffer,
  folder: string,
): Promise<ssh2.FileEntryWithStats[] | null> {
  return callSftp<ssh2.FileEntryWithStats[] | null>(folder, (done) => {
    sftp.readdir(handle as unknown as string, (error, list) => {
      // The status code 1, SSH_FX_EOF, means that there are no more names.
      if ((error as { code?: number } | undefined)?.code === 1) done(null, null);
      else done(error, list);
    });
  });
}
