import { PassThrough } from 'node:stream';
import type { Client } from 'basic-ftp';
import type { ReadRequest, RemoteContent, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { once } from '../once.ts';
import { printable } from '../remote-path.ts';
import { toFtpFailure } from './ftp-failure.ts';
import { createChangedFailure, type FtpServer, isClientBroken } from './ftp-server.ts';
import { statFile } from './stat-file.ts';

const BUFFERED_BYTES = 1024 * 1024;

/**
 * Opens a file and returns its content from the offset `from`. Throws ConnectorFailure, with the code `source_changed`
 * if the file does not have the version `ifVersion`. Iterating the content also throws ConnectorFailure.
 */
export async function openContent(
  server: FtpServer,
  path: string,
  { from = 0, ifVersion }: ReadRequest,
): Promise<RemoteContent> {
  const client = await server.pool.borrow();
  const release = once((state: 'usable' | 'broken') => server.pool.release(client, state));
  try {
    const file = await statFile(server, client, path);
    if (file === null) throw new ConnectorFailure('not_found', `There is no "${printable(path)}" on the server.`);
    if (ifVersion !== undefined && file.version !== ifVersion) throw createChangedFailure(path);
    const bytes = readContent(server, { client, file, from, release });
    // After a partial transfer, the replies of the server no longer belong to the commands.
    return { file, bytes, cancel: async () => release('broken') };
  } catch (error) {
    release(isClientBroken(error) ? 'broken' : 'usable');
    throw error;
  }
}

interface OpenedFile {
  readonly client: Client;
  readonly file: RemoteFile;
  readonly from: number;
  release(state: 'usable' | 'broken'): void;
}

async function* readContent(
  server: FtpServer,
  { client, file, from, release }: OpenedFile,
): AsyncGenerator<Uint8Array> {
  let position = from;
  let state: 'usable' | 'broken' = 'broken';
  try {
    if (from < file.size) {
      for await (const bytes of download(client, server.resolve(file.path), from)) {
        position += bytes.length;
        yield bytes;
      }
    }
    const now = await statFile(server, client, file.path);
    if (now !== null && now.version !== file.version) throw createChangedFailure(file.path);
    // Some servers end an interrupted transfer like a complete one.
    if (position < file.size)
      throw new ConnectorFailure('connection_lost', `The transfer of "${printable(file.path)}" was interrupted.`);
    if (position > Math.max(file.size, from)) throw createChangedFailure(file.path);
    state = 'usable';
  } catch (error) {
    throw toFtpFailure(error, file.path);
  } finally {
    release(state);
  }
}

async function* download(client: Client, remotePath: string, from: number): AsyncGenerator<Uint8Array> {
  const stream = new PassThrough({ highWaterMark: BUFFERED_BYTES });
  const transfer = client.downloadTo(stream, remotePath, from);
  transfer.catch((error: Error) => stream.destroy(error));
  yield* stream as AsyncIterable<Uint8Array>;
  await transfer;
}
