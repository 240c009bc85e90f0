import type ssh2 from 'ssh2';
import type { ReadRequest, RemoteContent } from '../connector.ts';
import { once } from '../once.ts';
import { readPipelined } from './pipelined-read.ts';
import { checkVersion, createChangedFailure, toRemoteFile } from './remote-file.ts';
import type { RemoteRoot } from './remote-root.ts';
import { callSftp, isSessionBroken, toSftpFailure } from './session.ts';

/**
 * Opens a file and returns its content from the offset `from`. Throws ConnectorFailure, with the code `source_changed`
 * if the file does not have the version `ifVersion`. Iterating the content also throws ConnectorFailure.
 */
export async function openContent(
  root: RemoteRoot,
  path: string,
  { from = 0, ifVersion }: ReadRequest,
): Promise<RemoteContent> {
  const session = await root.pool.borrow();
  const { sftp } = session;
  const release = once((state: 'usable' | 'broken') => root.pool.release(session, state));
  try {
    const handle = await callSftp<Buffer>(path, (done) => sftp.open(root.resolve(path), 'r', done));
    const fileOf = async () => toRemoteFile(path, await callSftp<ssh2.Stats>(path, (done) => sftp.fstat(handle, done)));
    const file = await fileOf();
    checkVersion(file, ifVersion);
    async function* readAll(): AsyncGenerator<Uint8Array> {
      let state: 'usable' | 'broken' = 'broken';
      let position = from;
      try {
        for await (const bytes of readPipelined(sftp, handle, from)) {
          position += bytes.length;
          yield bytes;
        }
        checkVersion(await fileOf(), file.version);
        if (position < file.size) throw createChangedFailure(file);
        await callSftp<void>(path, (done) => sftp.close(handle, done));
        state = 'usable';
      } catch (error) {
        throw toSftpFailure(error, path);
      } finally {
        release(state);
      }
    }
    return { file, bytes: readAll(), cancel: async () => release('broken') };
  } catch (error) {
    release(isSessionBroken(error) ? 'broken' : 'usable');
    throw error;
  }
}
