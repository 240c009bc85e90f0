import type { OpenedCredential } from '../../state/vault/vault.ts';
import { createConnectionPool } from '../connection-pool.ts';
import type { Connector, OnStep, ReadRequest, RemoteContent, RemoteFile, RemoteWriter } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../../base/files/file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { folderOf, normalizePath, printable, isPlainName, joinPath } from '../remote-path.ts';
import { connectSftp, type SftpConfig, type SftpSession } from './connect.ts';
import { statOrNull, toRemoteFile, checkVersion, createChangedFailure, replaceFile } from './remote-file.ts';
import { checkBelowRoot, createFolders, createRemoteRoot, isBelowRoot, type RemoteRoot } from './remote-root.ts';
import { callSftp, isSessionBroken, toSftpFailure } from './session.ts';
import type ssh2 from 'ssh2';
import { once } from '../once.ts';
import { readPipelined } from './pipelined-read.ts';
import { createTemporaryPath } from '../temporary-file.ts';

/** What an SFTP connector needs. */
export interface SftpParts {
  readonly config: SftpConfig;
  /** Returns the current version of the credential. It is called once for each connection. */
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
  /** Maximum time to open a connection, in milliseconds; 10 s by default. */
  readonly timeoutMs?: number;
}

const IDLE_MS = 30_000;

/**
 * Creates a connector for SFTP version 3 (draft-ietf-secsh-filexfer-02) over SSH. OpenSSH and most other servers
 * support this version.
 */
export function createSftpConnector({
  config,
  openCredential,
  guard,
  onStep = () => {},
  timeoutMs,
}: SftpParts): Connector {
  const pool = createConnectionPool<SftpSession>({
    max: config.maxConnections,
    idleMs: IDLE_MS,
    open: async () => connectSftp({ config, credential: await openCredential(), guard, onStep, timeoutMs }),
    close: ({ client }) => client.destroy(),
    isBroken: isSessionBroken,
  });
  const root = createRemoteRoot(config.root, pool);

  return {
    capabilities: {
      canResume: true,
      // In this protocol, times are whole seconds.
      hasExactVersions: false,
      isWriteAtomic: true,
      canWrite: true,
      canMove: true,
      canRemove: true,
    },
    test: () => pool.use(async () => {}),
    async *list(path, { pattern = '*', isRecursive = false } = {}) {
      const matches = compileFilePattern(pattern);
      for await (const file of listFolder(root, normalizePath(path), isRecursive)) if (matches(file.name)) yield file;
    },
    async stat(path) {
      const plain = normalizePath(path);
      return pool.use(async ({ sftp }) => {
        const stats = await statOrNull(sftp, root.resolve(plain));
        if (!stats?.isFile()) return null;
        await checkBelowRoot(sftp, root, plain);
        return toRemoteFile(plain, stats);
      });
    },
    read: (path, request = {}) => openContent(root, normalizePath(path), request),
    write: (path) => openWriter(root, normalizePath(path)),
    async move(from, to) {
      const [source, target] = [normalizePath(from), normalizePath(to)];
      await pool.use(async ({ sftp }) => {
        await checkBelowRoot(sftp, root, folderOf(source));
        await createFolders(sftp, root, folderOf(target));
        // In version 3, renaming must fail if the target exists. Some servers replace it, so it is checked before.
        if ((await statOrNull(sftp, root.resolve(target))) !== null) {
          throw new ConnectorFailure('already_exists', `There is a file at "${printable(target)}" already.`);
        }
        await callSftp<void>(source, (done) => sftp.rename(root.resolve(source), root.resolve(target), done));
      });
    },
    async remove(path) {
      const plain = normalizePath(path);
      await pool.use(async ({ sftp }) => {
        try {
          await checkBelowRoot(sftp, root, folderOf(plain));
          await callSftp<void>(plain, (done) => sftp.unlink(root.resolve(plain), done));
        } catch (error) {
          if (!(error instanceof ConnectorFailure && error.code === 'not_found')) throw error;
        }
      });
    },
    close: async () => pool.close(),
  };
}

/**
 * Opens a file and returns its content from the offset `from`. Throws ConnectorFailure, with the code `source_changed`
 * if the file does not have the version `ifVersion`. Iterating the content also throws ConnectorFailure.
 */
async function openContent(
  root: RemoteRoot,
  path: string,
  { from = 0, ifVersion }: ReadRequest,
): Promise<RemoteContent> {
  const session = await root.pool.borrow();
  const { sftp } = session;
  const release = once((state: 'usable' | 'broken') => root.pool.release(session, state));
  try {
    await checkBelowRoot(sftp, root, path);
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

/**
 * Yields the regular files in a folder, and the links to regular files below the root. With `isRecursive`, also yields those in
 * subfolders. Throws ConnectorFailure.
 */
async function* listFolder(root: RemoteRoot, folder: string, isRecursive: boolean): AsyncGenerator<RemoteFile> {
  const folders: string[] = [];
  const session = await root.pool.borrow();
  let state: 'usable' | 'broken' = 'broken';
  try {
    const { sftp } = session;
    await checkBelowRoot(sftp, root, folder);
    const handle = await callSftp<Buffer>(folder, (done) => sftp.opendir(root.resolve(folder), done));
    for (;;) {
      const page = await readFolderPage(sftp, handle, folder);
      if (page === null) break;
      for (const { filename, attrs } of page) {
        if (!isPlainName(filename)) continue;
        const path = joinPath(folder, filename);
        const isLink = attrs.isSymbolicLink();
        if (isLink && !(await isBelowRoot(sftp, root, path))) continue;
        const stats = isLink ? await statOrNull(sftp, root.resolve(path)) : attrs;
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

/**
 * Opens a writer for a file, and creates missing folders. `commit` creates or replaces the file. Throws
 * ConnectorFailure.
 */
async function openWriter(root: RemoteRoot, path: string): Promise<RemoteWriter> {
  const session = await root.pool.borrow();
  const { sftp } = session;
  const release = once((state: 'usable' | 'broken') => root.pool.release(session, state));
  const temporary = createTemporaryPath(path);
  try {
    await createFolders(sftp, root, folderOf(path));
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
