import { randomBytes } from 'node:crypto';
import ssh2 from 'ssh2';
import type { OpenedCredential } from '../../vault/vault.ts';
import { createConnectionPool } from '../connection-pool.ts';
import type { Connector, OnStep, ReadRequest, RemoteContent, RemoteFile, RemoteWriter } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { folderOf, isPlainName, joinPath, nameOf, normalizePath, printable } from '../remote-path.ts';
import { connectSftp, type SftpConfig, type SftpSession } from './connect.ts';
import { readPipelined } from './pipelined-read.ts';
import { callSftp, createFolders, isSessionBroken, toSftpFailure } from './session.ts';

export interface SftpParts {
  readonly config: SftpConfig;
  /** Opens the credential in its current version; called once for each connection. */
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
}

const IDLE_MS = 30_000;

/** SFTP version 3 (draft-ietf-secsh-filexfer-02) over SSH, as OpenSSH and most servers speak it. */
export function createSftpConnector({ config, openCredential, guard, onStep = () => {} }: SftpParts): Connector {
  const pool = createConnectionPool<SftpSession>({
    max: config.maxConnections,
    idleMs: IDLE_MS,
    open: async () => connectSftp({ config, credential: await openCredential(), guard, onStep }),
    close: ({ client }) => client.destroy(),
    isBroken: isSessionBroken,
  });
  const remote = (path: string) => (path === '' ? config.root : `${config.root.replace(/\/$/, '')}/${path}`);

  async function* listFolder(folder: string, isRecursive: boolean): AsyncGenerator<RemoteFile> {
    const folders: string[] = [];
    const session = await pool.borrow();
    let state: 'usable' | 'broken' = 'broken';
    try {
      const { sftp } = session;
      const handle = await callSftp<Buffer>(folder, (done) => sftp.opendir(remote(folder), done));
      for (;;) {
        const page = await readFolderPage(sftp, handle, folder);
        if (page === null) break;
        for (const { filename, attrs } of page) {
          if (!isPlainName(filename)) continue;
          const path = joinPath(folder, filename);
          const stats = attrs.isSymbolicLink() ? await statOrNull(sftp, remote(path)) : attrs;
          if (stats?.isFile()) yield toRemoteFile(path, stats);
          // A link to a folder is not followed: it may lead back to a folder above it.
          else if (isRecursive && attrs.isDirectory()) folders.push(path);
        }
      }
      await callSftp<void>(folder, (done) => sftp.close(handle, done));
      state = 'usable';
    } finally {
      // A caller that stops early leaves the folder open, so the session is not used again.
      pool.release(session, state);
    }
    for (const path of folders) yield* listFolder(path, isRecursive);
  }

  async function openContent(path: string, { from = 0, ifVersion }: ReadRequest): Promise<RemoteContent> {
    const session = await pool.borrow();
    const { sftp } = session;
    const giveBack = once((state: 'usable' | 'broken') => pool.release(session, state));
    try {
      const handle = await callSftp<Buffer>(path, (done) => sftp.open(remote(path), 'r', done));
      const fileOf = async () =>
        toRemoteFile(path, await callSftp<ssh2.Stats>(path, (done) => sftp.fstat(handle, done)));
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
          if (position < file.size) throw changed(file);
          await callSftp<void>(path, (done) => sftp.close(handle, done));
          state = 'usable';
        } catch (error) {
          throw toSftpFailure(error, path);
        } finally {
          giveBack(state);
        }
      }
      return { file, bytes: readAll(), cancel: async () => giveBack('broken') };
    } catch (error) {
      giveBack(isSessionBroken(error) ? 'broken' : 'usable');
      throw error;
    }
  }

  async function openWriter(path: string): Promise<RemoteWriter> {
    const session = await pool.borrow();
    const { sftp } = session;
    const giveBack = once((state: 'usable' | 'broken') => pool.release(session, state));
    const temporary = joinPath(folderOf(path), `.${nameOf(path)}.${randomBytes(6).toString('hex')}.part`);
    try {
      await createFolders(sftp, config.root, folderOf(path));
      const handle = await callSftp<Buffer>(temporary, (done) => sftp.open(remote(temporary), 'wx', done));
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
            await replaceFile(sftp, remote(temporary), remote(path));
            giveBack('usable');
          } catch (error) {
            giveBack('broken');
            throw toSftpFailure(error, path);
          }
        },
        async abort() {
          try {
            await callSftp<void>(temporary, (done) => sftp.close(handle, done));
            await callSftp<void>(temporary, (done) => sftp.unlink(remote(temporary), done));
            giveBack('usable');
          } catch {
            giveBack('broken');
          }
        },
      };
    } catch (error) {
      giveBack(isSessionBroken(error) ? 'broken' : 'usable');
      throw error;
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
    async *list(path, { pattern = '*', isRecursive = false } = {}) {
      const matches = compileFilePattern(pattern);
      for await (const file of listFolder(normalizePath(path), isRecursive)) if (matches(file.name)) yield file;
    },
    async stat(path) {
      const plain = normalizePath(path);
      const stats = await pool.use(({ sftp }) => statOrNull(sftp, remote(plain)));
      return stats?.isFile() ? toRemoteFile(plain, stats) : null;
    },
    read: (path, request = {}) => openContent(normalizePath(path), request),
    write: (path) => openWriter(normalizePath(path)),
    async move(from, to) {
      const [source, target] = [normalizePath(from), normalizePath(to)];
      await pool.use(async ({ sftp }) => {
        await createFolders(sftp, config.root, folderOf(target));
        // Version 3 says that renaming fails where the target exists, but some servers replace it.
        if ((await statOrNull(sftp, remote(target))) !== null) {
          throw new ConnectorFailure('already_exists', `There is a file at "${printable(target)}" already.`);
        }
        await callSftp<void>(source, (done) => sftp.rename(remote(source), remote(target), done));
      });
    },
    async remove(path) {
      const plain = normalizePath(path);
      await pool.use(async ({ sftp }) => {
        try {
          await callSftp<void>(plain, (done) => sftp.unlink(remote(plain), done));
        } catch (error) {
          if (!(error instanceof ConnectorFailure && error.code === 'not_found')) throw error;
        }
      });
    },
    close: async () => pool.close(),
  };
}

/** One page of a folder; null at its end. */
async function readFolderPage(
  sftp: ssh2.SFTPWrapper,
  handle: Buffer,
  folder: string,
): Promise<ssh2.FileEntryWithStats[] | null> {
  return callSftp<ssh2.FileEntryWithStats[] | null>(folder, (done) => {
    sftp.readdir(handle as unknown as string, (error, list) => {
      // SSH_FX_EOF
      if ((error as { code?: number } | undefined)?.code === 1) done(null, null);
      else done(error, list);
    });
  });
}

async function statOrNull(sftp: ssh2.SFTPWrapper, path: string): Promise<ssh2.Stats | null> {
  try {
    return await callSftp<ssh2.Stats>(path, (done) => sftp.stat(path, done));
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'not_found') return null;
    throw error;
  }
}

/** Replaces a file in one step where the server has OpenSSH's extension, else in two. */
async function replaceFile(sftp: ssh2.SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await callSftp<void>(to, (done) => sftp.ext_openssh_rename(from, to, done));
  } catch (error) {
    if (!(error instanceof ConnectorFailure && error.code === 'not_supported')) throw error;
    if ((await statOrNull(sftp, to)) !== null) await callSftp<void>(to, (done) => sftp.unlink(to, done));
    await callSftp<void>(to, (done) => sftp.rename(from, to, done));
  }
}

function toRemoteFile(path: string, { size, mtime }: { size: number; mtime: number }): RemoteFile {
  return {
    path,
    name: nameOf(path),
    size,
    modified: new Date(mtime * 1000).toISOString(),
    version: `${size}-${mtime}`,
  };
}

function checkVersion(file: RemoteFile, expected: string | undefined): void {
  if (expected !== undefined && file.version !== expected) throw changed(file);
}

function changed({ path }: RemoteFile): ConnectorFailure {
  return new ConnectorFailure('source_changed', `"${printable(path)}" changed while it was read.`);
}

/** Calls `work` the first time only. */
function once<A>(work: (argument: A) => void): (argument: A) => void {
  let isDone = false;
  return (argument) => {
    if (isDone) return;
    isDone = true;
    work(argument);
  };
}
