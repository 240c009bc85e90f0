import { link, lstat, opendir, rm, stat, unlink, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncToDisk } from '../../base/files/sync-to-disk.ts';
import type { Connector, OnStep, RemoteFile, RemoteWriter, ReadRequest, RemoteContent } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../../base/files/file-pattern.ts';
import { folderOf, isPlainName, joinPath, normalizePath } from '../remote-path.ts';
import { wrapFailure, createChangedFailure } from './failure.ts';
import { toRemoteFile } from './remote-file.ts';
import { RootFolder } from './root-folder.ts';
import { createTemporaryPath } from '../temporary-file.ts';

/** The settings of a connector for a folder of this machine. */
export interface LocalFsParts {
  /** The absolute path of one of `localRoots`, or of a folder below one. */
  readonly root: string;
  /** The folders below which the operator permits roots of integrations (--local-roots). */
  readonly localRoots: readonly string[];
  readonly onStep?: OnStep;
}

/**
 * Creates a connector for a folder of this machine. A file is listed and read only if its real path is below the root,
 * so a symbolic link cannot lead out of the root. The real path is checked after the file was opened, so a link that changes
 * in between has no effect.
 */
export function createLocalFsConnector({ root, localRoots, onStep = () => {} }: LocalFsParts): Connector {
  const files = new RootFolder(root, localRoots, onStep);
  const absolute = (path: string) => files.resolve(path);

  async function* listFolder(folder: string, isRecursive: boolean): AsyncGenerator<RemoteFile> {
    await files.checkFolder(folder);
    const folders: string[] = [];
    for await (const entry of await wrapFailure(folder, opendir(absolute(folder)))) {
      const path = joinPath(folder, entry.name);
      if (!isPlainName(entry.name)) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) {
        const stats = await files.statEntry(path, entry);
        if (stats !== null) yield toRemoteFile(path, stats);
      }
    }
    if (isRecursive) for (const path of folders) yield* listFolder(path, isRecursive);
  }

  async function moveFile(from: string, to: string): Promise<void> {
    await files.checkFolder(folderOf(from));
    await files.createFolders(folderOf(to));
    // Unlike rename(), link() never replaces an existing file.
    await wrapFailure(to, link(absolute(from), absolute(to))).catch(async (error: unknown) => {
      if (!(await isSameFile(absolute(from), absolute(to)))) throw error;
    });
    await wrapFailure(from, unlink(absolute(from)));
    await Promise.all([syncToDisk(dirname(absolute(to))), syncToDisk(dirname(absolute(from)))]);
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
    test: () => files.checkFolder(''),
    async *list(path, { pattern = '*', isRecursive = false } = {}) {
      const matches = compileFilePattern(pattern);
      for await (const file of listFolder(normalizePath(path), isRecursive)) if (matches(file.name)) yield file;
    },
    async stat(path) {
      const plain = normalizePath(path);
      try {
        const { handle, file } = await files.openChecked(plain);
        await handle.close();
        return file;
      } catch (error) {
        if (error instanceof ConnectorFailure && error.code === 'not_found') return null;
        throw error;
      }
    },
    read: (path, request = {}) => openContent(files, normalizePath(path), request),
    write: (path) => openWriter(files, normalizePath(path)),
    move: (from, to) => moveFile(normalizePath(from), normalizePath(to)),
    async remove(path) {
      const plain = normalizePath(path);
      await files.checkFolder(folderOf(plain));
      await wrapFailure(plain, rm(absolute(plain), { force: true }));
      await syncToDisk(dirname(absolute(plain)));
    },
    close: async () => {},
  };
}

/** Returns true if both paths are names of one file: an earlier move ended before it removed the first name. */
async function isSameFile(from: string, to: string): Promise<boolean> {
  const [one, other] = await Promise.all([from, to].map((path) => lstat(path, { bigint: true }).catch(() => null)));
  return from !== to && one?.isFile() === true && one.ino === other?.ino && one.dev === other.dev;
}

/**
 * Opens a writer for a file, and creates missing folders. `commit` creates or replaces the file in one step. Throws
 * ConnectorFailure.
 */
async function openWriter(root: RootFolder, path: string): Promise<RemoteWriter> {
  await root.createFolders(folderOf(path));
  const temporary = root.resolve(createTemporaryPath(path));
  const handle = await wrapFailure(path, open(temporary, 'wx', 0o600));
  return {
    write: async (bytes) => {
      await wrapFailure(path, handle.writeFile(bytes));
    },
    async commit() {
      await wrapFailure(path, handle.sync());
      await handle.close();
      await wrapFailure(path, rename(temporary, root.resolve(path)));
      await syncToDisk(dirname(temporary));
    },
    async abort() {
      await handle.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
    },
  };
}

const CHUNK_BYTES = 512 * 1024;

/**
 * Opens a file and returns its content from the offset `from`. Throws ConnectorFailure, with the code `source_changed`
 * if the file does not have the version `ifVersion`. Iterating the content throws `source_changed` if the file changed
 * while it was read, and the system's errors.
 */
async function openContent(
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
