import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Client } from 'basic-ftp';
import type { OpenedCredential } from '../../vault/vault.ts';
import { createConnectionPool } from '../connection-pool.ts';
import type { Connector, OnStep, ReadRequest, RemoteContent, RemoteFile, RemoteWriter } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { folderOf, isPlainName, joinPath, nameOf, normalizePath, printable } from '../remote-path.ts';
import { connectFtp, type FtpConfig, toFtpFailure } from './connect.ts';
import { readListing } from './listing.ts';

export interface FtpParts {
  readonly config: FtpConfig;
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
}

const IDLE_MS = 15_000;
const BUFFERED_BYTES = 1024 * 1024;

/** FTP (RFC 959, RFC 3659) and FTPS (RFC 4217). A connection does one thing at a time. */
export function createFtpConnector({ config, openCredential, guard, onStep = () => {} }: FtpParts): Connector {
  const pool = createConnectionPool<Client>({
    max: config.maxConnections,
    idleMs: IDLE_MS,
    open: async () => connectFtp({ config, credential: await openCredential(), guard, onStep }),
    close: (client) => client.close(),
    isBroken: (error) => !(error instanceof ConnectorFailure) || error.isOfTheHost || error.code === 'protocol_error',
  });
  const remote = (path: string) => `${config.root.replace(/\/$/, '')}/${path}`;

  async function inWords<T>(path: string, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw toFtpFailure(error, path);
    }
  }

  /** The state of a file by SIZE and MDTM; null where the server knows no such file. */
  async function statWith(client: Client, path: string): Promise<RemoteFile | null> {
    try {
      const size = await inWords(path, client.size(remote(path)));
      return toRemoteFile(path, size, await lastModified(client, path));
    } catch (error) {
      if (error instanceof ConnectorFailure && error.code === 'not_found') return null;
      throw error;
    }
  }

  async function lastModified(client: Client, path: string): Promise<Date | null> {
    try {
      return await inWords(path, client.lastMod(remote(path)));
    } catch (error) {
      if (error instanceof ConnectorFailure && (error.code === 'not_supported' || error.code === 'not_found'))
        return null;
      throw error;
    }
  }

  async function* listFolder(
    folder: string,
    matches: (name: string) => boolean,
    isRecursive: boolean,
  ): AsyncGenerator<RemoteFile> {
    const folders: string[] = [];
    const inexact: string[] = [];
    const client = await pool.borrow();
    let state: 'usable' | 'broken' = 'broken';
    try {
      for await (const entry of readListing(client, remote(folder))) {
        if (!isPlainName(entry.name)) continue;
        const path = joinPath(folder, entry.name);
        if (entry.kind === 'folder') folders.push(path);
        else if (matches(entry.name)) {
          // LIST shows minutes without a time zone: the server is asked for the exact time of each file that matters.
          if (entry.kind === 'file' && entry.modified !== null) yield toRemoteFile(path, entry.size, entry.modified);
          else inexact.push(path);
        }
      }
      for (const path of inexact) {
        const file = await statWith(client, path);
        if (file !== null) yield file;
      }
      state = 'usable';
    } catch (error) {
      throw toFtpFailure(error, folder);
    } finally {
      pool.giveBack(client, state);
    }
    if (isRecursive) for (const path of folders) yield* listFolder(path, matches, isRecursive);
  }

  async function openContent(path: string, { from = 0, ifVersion }: ReadRequest): Promise<RemoteContent> {
    const client = await pool.borrow();
    try {
      const file = await statWith(client, path);
      if (file === null) throw new ConnectorFailure('not_found', `There is no "${printable(path)}" on the server.`);
      if (ifVersion !== undefined && file.version !== ifVersion) throw changed(path);
      let isBack = false;
      const giveBack = (state: 'usable' | 'broken') => {
        if (!isBack) pool.giveBack(client, state);
        isBack = true;
      };
      async function* readAll(): AsyncGenerator<Uint8Array> {
        const stream = new PassThrough({ highWaterMark: BUFFERED_BYTES });
        const transfer = client.downloadTo(stream, remote(path), from);
        transfer.catch((error: Error) => stream.destroy(error));
        let state: 'usable' | 'broken' = 'broken';
        let position = from;
        try {
          for await (const bytes of stream as AsyncIterable<Buffer>) {
            position += bytes.length;
            yield bytes;
          }
          await transfer;
          const now = await statWith(client, path);
          if (now !== null && now.version !== file?.version) throw changed(path);
          // A transfer that is cut looks like the end of the file to some servers.
          if (position < (file?.size ?? 0))
            throw new ConnectorFailure('connection_lost', `The transfer of "${printable(path)}" was cut.`);
          state = 'usable';
        } catch (error) {
          throw toFtpFailure(error, path);
        } finally {
          giveBack(state);
        }
      }
      return { file, bytes: readAll(), cancel: async () => giveBack('broken') };
    } catch (error) {
      pool.giveBack(client, error instanceof ConnectorFailure && !error.isOfTheHost ? 'usable' : 'broken');
      throw error;
    }
  }

  async function openWriter(path: string): Promise<RemoteWriter> {
    const client = await pool.borrow();
    const temporary = joinPath(folderOf(path), `.${nameOf(path)}.${randomBytes(6).toString('hex')}.part`);
    const stream = new PassThrough({ highWaterMark: BUFFERED_BYTES });
    let transfer: Promise<unknown>;
    try {
      await createFolders(client, folderOf(path));
      transfer = client.uploadFrom(stream, remote(temporary));
      transfer.catch((error: Error) => stream.destroy(error));
    } catch (error) {
      pool.giveBack(client, 'broken');
      throw toFtpFailure(error, path);
    }
    return {
      async write(bytes) {
        if (stream.destroyed) await inWords(path, transfer);
        // The caller may use its buffer again.
        if (!stream.write(Buffer.from(bytes))) await Promise.race([once(stream, 'drain'), inWords(path, transfer)]);
      },
      async commit() {
        stream.end();
        let state: 'usable' | 'broken' = 'broken';
        try {
          await transfer;
          await replaceFile(client, temporary, path);
          state = 'usable';
        } catch (error) {
          throw toFtpFailure(error, path);
        } finally {
          pool.giveBack(client, state);
        }
      },
      async abort() {
        stream.destroy();
        await transfer.catch(() => {});
        pool.giveBack(client, 'broken');
        await pool.use((other) => other.remove(remote(temporary), true)).catch(() => {});
      },
    };
  }

  async function replaceFile(client: Client, from: string, to: string): Promise<void> {
    try {
      await client.rename(remote(from), remote(to));
    } catch {
      // Some servers refuse to rename onto a file.
      await client.remove(remote(to), true);
      await client.rename(remote(from), remote(to));
    }
  }

  async function createFolders(client: Client, folder: string): Promise<void> {
    let path = '';
    for (const name of folder.split('/').filter((part) => part !== '')) {
      path = joinPath(path, name);
      // The answer is the same where the folder exists and where it may not be created; the upload tells them apart.
      await client.sendIgnoringError(`MKD ${remote(path)}`);
    }
  }

  return {
    capabilities: {
      canResume: true,
      // The times of the protocol are whole seconds.
      hasExactVersions: false,
      isWriteAtomic: true,
      canWrite: true,
      canMove: true,
      canRemove: true,
    },
    list: (path, { pattern = '*', isRecursive = false } = {}) =>
      listFolder(normalizePath(path), compileFilePattern(pattern), isRecursive),
    stat: (path) => pool.use((client) => statWith(client, normalizePath(path))),
    read: (path, request = {}) => openContent(normalizePath(path), request),
    write: (path) => openWriter(normalizePath(path)),
    async move(from, to) {
      const [source, target] = [normalizePath(from), normalizePath(to)];
      await pool.use(async (client) => {
        await createFolders(client, folderOf(target));
        if ((await statWith(client, target)) !== null) {
          throw new ConnectorFailure('already_exists', `There is a file at "${printable(target)}" already.`);
        }
        await inWords(source, client.rename(remote(source), remote(target)));
      });
    },
    async remove(path) {
      const plain = normalizePath(path);
      await pool.use(async (client) => {
        if ((await statWith(client, plain)) !== null) await inWords(plain, client.remove(remote(plain)));
      });
    },
    close: async () => pool.close(),
  };
}

function toRemoteFile(path: string, size: number, modified: Date | null): RemoteFile {
  const time = modified === null ? null : modified.toISOString();
  return { path, name: nameOf(path), size, modified: time, version: `${size}-${time}` };
}

function changed(path: string): ConnectorFailure {
  return new ConnectorFailure('source_changed', `"${printable(path)}" changed while it was read.`);
}
