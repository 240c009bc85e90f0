import { once as nextEvent } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Client } from 'basic-ftp';
import type { RemoteWriter } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { once } from '../once.ts';
import { folderOf, printable } from '../remote-path.ts';
import { createTemporaryPath } from '../temporary-file.ts';
import { toFtpFailure, wrapFtp } from './ftp-failure.ts';
import { createFolders, type FtpServer } from './ftp-server.ts';

const BUFFERED_BYTES = 1024 * 1024;

/**
 * Opens a writer for a file, and creates missing folders. `commit` creates or replaces the file. Throws
 * ConnectorFailure.
 */
export async function openWriter(server: FtpServer, path: string): Promise<RemoteWriter> {
  const client = await server.pool.borrow();
  const release = once((state: 'usable' | 'broken') => server.pool.release(client, state));
  const temporary = createTemporaryPath(path);
  const stream = new PassThrough({ highWaterMark: BUFFERED_BYTES });
  try {
    await createFolders(server, client, folderOf(path));
  } catch (error) {
    release('broken');
    throw error;
  }
  const transfer = wrapFtp(path, client.uploadFrom(stream, server.resolve(temporary)));
  transfer.catch((error: Error) => stream.destroy(error));
  let written = 0;
  return {
    async write(bytes) {
      if (stream.destroyed) await transfer;
      written += bytes.length;
      // The caller may use its buffer again.
      if (!stream.write(Buffer.from(bytes))) await Promise.race([nextEvent(stream, 'drain'), transfer]);
    },
    async commit() {
      stream.end();
      let state: 'usable' | 'broken' = 'broken';
      try {
        await transfer;
        await checkSize(client, { path, remotePath: server.resolve(temporary), written });
        await replaceFile(client, server.resolve(temporary), server.resolve(path));
        state = 'usable';
      } catch (error) {
        throw toFtpFailure(error, path);
      } finally {
        release(state);
      }
    },
    async abort() {
      stream.destroy();
      await transfer.catch(() => {});
      release('broken');
      await server.pool.use((other) => other.remove(server.resolve(temporary), true)).catch(() => {});
    },
  };
}

/** Some servers end an interrupted upload like a complete one. */
async function checkSize(
  client: Client,
  { path, remotePath, written }: { path: string; remotePath: string; written: number },
): Promise<void> {
  if ((await client.size(remotePath)) !== written)
    throw new ConnectorFailure('connection_lost', `The upload of "${printable(path)}" was interrupted.`);
}

async function replaceFile(client: Client, from: string, to: string): Promise<void> {
  try {
    await wrapFtp(to, client.rename(from, to));
  } catch (error) {
    if (error instanceof ConnectorFailure && error.isHostFailure) throw error;
    // Some servers refuse to rename a file to the name of an existing one.
    await client.remove(to, true);
    await client.rename(from, to);
  }
}
