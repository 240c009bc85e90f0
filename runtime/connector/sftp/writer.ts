import type { RemoteWriter } from '../connector.ts';
import { folderOf } from '../remote-path.ts';
import { createTemporaryPath } from '../temporary-file.ts';
import { once } from '../once.ts';
import { replaceFile } from './remote-file.ts';
import type { RemoteRoot } from './remote-root.ts';
import { callSftp, createFolders, isSessionBroken, toSftpFailure } from './session.ts';

/**
 * Opens a writer for a file, and creates missing folders. `commit` creates or replaces the file. Throws
 * ConnectorFailure.
 */
export async function openWriter(root: RemoteRoot, path: string): Promise<RemoteWriter> {
  const session = await root.pool.borrow();
  const { sftp } = session;
  const release = once((state: 'usable' | 'broken') => root.pool.release(session, state));
  const temporary = createTemporaryPath(path);
  try {
    await createFolders(sftp, root.path, folderOf(path));
    const handle = await callSftp<Buffer>(temporary, (done) => sftp.open(root.resolve(temporary), 'wx', done));
    let position = 0;
    return {
      async write(bytes) {
        const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        const at = position;
        position += bytes.length;
        await callSftp<void>(temporary, (done) => sftp.write(handle, buffer, 0, buffer.length, at, done));
      },
      async commit() {
        try {
          await callSftp<void>(temporary, (done) => sftp.close(handle, done));
          await replaceFile(sftp, root.resolve(temporary), root.resolve(path));
          release('usable');
        } catch (error) {
          release('broken');
          throw toSftpFailure(error, path);
        }
      },
      async abort() {
        try {
          await callSftp<void>(temporary, (done) => sftp.close(handle, done));
          await callSftp<void>(temporary, (done) => sftp.unlink(root.resolve(temporary), done));
          release('usable');
        } catch {
          release('broken');
        }
      },
    };
  } catch (error) {
    release(isSessionBroken(error) ? 'broken' : 'usable');
    throw error;
  }
}
