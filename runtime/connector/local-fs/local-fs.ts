import { randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import {
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  realpath,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Connector, OnStep, ReadRequest, RemoteContent, RemoteFile, RemoteWriter } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../file-pattern.ts';
import { folderOf, isPlainName, joinPath, nameOf, normalizePath, printable } from '../remote-path.ts';

export interface LocalFsParts {
  /** An absolute path below one of `localRoots`. */
  readonly root: string;
  /** The folders that the operator has opened to integrations (--local-roots). */
  readonly localRoots: readonly string[];
  readonly onStep?: OnStep;
}

const CHUNK_BYTES = 512 * 1024;

/**
 * A folder of the machine. Symbolic links are followed only to places below the root: every opened file is checked by
 * its real path after it was opened, so a link that changes meanwhile does not help.
 */
export function createLocalFsConnector({ root, localRoots, onStep = () => {} }: LocalFsParts): Connector {
  const absolute = (path: string) => join(root, path);

  /** The real path of the root, which must lie below a root that the operator has opened. */
  async function realRoot(): Promise<string> {
    onStep('resolve');
    const real = await inWords(root, realpath(root));
    for (const allowed of localRoots) {
      const opened = await realpath(allowed).catch(() => null);
      if (opened !== null && isBelow(real, opened)) return real;
    }
    throw new ConnectorFailure(
      'address_refused',
      'The root of the integration is not below a folder that --local-roots names.',
      'resolve',
    );
  }

  async function checkFolder(path: string): Promise<void> {
    const real = await inWords(path, realpath(absolute(path)));
    if (!isBelow(real, await realRoot())) throw leavesRoot(path);
  }

  async function openChecked(path: string): Promise<{ handle: FileHandle; file: RemoteFile }> {
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    const handle = await inWords(path, open(absolute(path), constants.O_RDONLY | constants.O_NONBLOCK));
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) throw new ConnectorFailure('not_found', `"${printable(path)}" is not a regular file.`);
      const real = await realpath(`/proc/self/fd/${handle.fd}`).catch(() => realpath(absolute(path)));
      if (!isBelow(real, await realRoot())) throw leavesRoot(path);
      return { handle, file: toRemoteFile(path, stats) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function* listFolder(folder: string, isRecursive: boolean): AsyncGenerator<RemoteFile> {
    await checkFolder(folder);
    const folders: string[] = [];
    for await (const entry of await inWords(folder, opendir(absolute(folder)))) {
      const path = joinPath(folder, entry.name);
      if (!isPlainName(entry.name)) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) {
        // A file that is gone by now, or a link to nowhere, is not part of the listing.
        const stats = await stat(absolute(path), { bigint: true }).catch(() => null);
        if (stats?.isFile()) yield toRemoteFile(path, stats);
      }
    }
    if (isRecursive) for (const path of folders) yield* listFolder(path, isRecursive);
  }

  async function openContent(path: string, { from = 0, ifVersion }: ReadRequest): Promise<RemoteContent> {
    const { handle, file } = await openChecked(path);
    if (ifVersion !== undefined && file.version !== ifVersion) {
      await handle.close();
      throw changed(path);
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
        // The open file shows what was written into it; the name shows whether it was replaced.
        const now = await stat(absolute(path), { bigint: true }).catch(() => null);
        const own = toRemoteFile(path, await handle.stat({ bigint: true }));
        if (own.version !== file.version || (now !== null && toRemoteFile(path, now).version !== file.version)) {
          throw changed(path);
        }
      } finally {
        await close();
      }
    }
    return { file, bytes: readAll(), cancel: close };
  }

  async function openWriter(path: string): Promise<RemoteWriter> {
    await createFolders(folderOf(path));
    const temporary = absolute(joinPath(folderOf(path), `.${nameOf(path)}.${randomBytes(6).toString('hex')}.part`));
    const handle = await inWords(path, open(temporary, 'wx', 0o600));
    return {
      write: async (bytes) => {
        await inWords(path, handle.writeFile(bytes));
      },
      async commit() {
        await inWords(path, handle.sync());
        await handle.close();
        await inWords(path, rename(temporary, absolute(path)));
        await syncFolder(dirname(temporary));
      },
      async abort() {
        await handle.close().catch(() => {});
        await rm(temporary, { force: true }).catch(() => {});
      },
    };
  }

  /** Creates the folder one name at a time, and checks each before the next: a link among them may lead elsewhere. */
  async function createFolders(folder: string): Promise<void> {
    let path = '';
    await checkFolder(path);
    for (const name of folder.split('/').filter((part) => part !== '')) {
      path = joinPath(path, name);
      await mkdir(absolute(path), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw toFailure(path, error);
      });
      await checkFolder(path);
    }
  }

  async function moveFile(from: string, to: string): Promise<void> {
    await checkFolder(folderOf(from));
    await createFolders(folderOf(to));
    // Unlike a rename, a link never replaces a file.
    await inWords(to, link(absolute(from), absolute(to)));
    await inWords(from, unlink(absolute(from)));
    await Promise.all([syncFolder(dirname(absolute(to))), syncFolder(dirname(absolute(from)))]);
  }

  return {
    capabilities: {
      canResume: true,
      hasExactVersions: true,
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
      try {
        const { handle, file } = await openChecked(plain);
        await handle.close();
        return file;
      } catch (error) {
        if (error instanceof ConnectorFailure && error.code === 'not_found') return null;
        throw error;
      }
    },
    read: (path, request = {}) => openContent(normalizePath(path), request),
    write: (path) => openWriter(normalizePath(path)),
    move: (from, to) => moveFile(normalizePath(from), normalizePath(to)),
    async remove(path) {
      const plain = normalizePath(path);
      await checkFolder(folderOf(plain));
      await inWords(plain, rm(absolute(plain), { force: true }));
      await syncFolder(dirname(absolute(plain)));
    },
    close: async () => {},
  };
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Size, time in nanoseconds and inode: a replaced file differs in at least one. */
function toRemoteFile(path: string, { size, mtimeNs, mtimeMs, ino }: BigIntStats): RemoteFile {
  const modified = new Date(Number(mtimeMs)).toISOString();
  return { path, name: nameOf(path), size: Number(size), modified, version: `${size}-${mtimeNs}-${ino}` };
}

function changed(path: string): ConnectorFailure {
  return new ConnectorFailure('source_changed', `"${printable(path)}" changed while it was read.`);
}

function leavesRoot(path: string): ConnectorFailure {
  return new ConnectorFailure('invalid_path', `"${printable(path)}" leads out of the root of the integration.`);
}

/** Makes the names in a folder outlive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

async function inWords<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFailure(path, error as NodeJS.ErrnoException);
  }
}

/** A failure that names the path below the root, never that of the machine. */
function toFailure(path: string, error: NodeJS.ErrnoException): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const named = `"${printable(path)}"`;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ConnectorFailure('not_found', `There is no ${named}.`);
    case 'EEXIST':
      return new ConnectorFailure('already_exists', `There is a file at ${named} already.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ConnectorFailure('permission_denied', `The service may not access ${named}.`);
    case 'ENOSPC':
    case 'EDQUOT':
      return new ConnectorFailure('disk_full', `There is no space left for ${named}.`);
    default:
      return new ConnectorFailure('protocol_error', `The system could not use ${named} (${error.code}).`);
  }
}
