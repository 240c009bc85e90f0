import { link, opendir, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import type { Connector, OnStep, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../file-pattern.ts';
import { folderOf, isPlainName, joinPath, normalizePath } from '../remote-path.ts';
import { openContent } from './content.ts';
import { wrapFailure } from './failure.ts';
import { toRemoteFile } from './remote-file.ts';
import { RootFolder } from './root-folder.ts';
import { openWriter } from './writer.ts';

export interface LocalFsParts {
  /** An absolute path below one of `localRoots`. */
  readonly root: string;
  /** The folders that the operator has opened to integrations (--local-roots). */
  readonly localRoots: readonly string[];
  readonly onStep?: OnStep;
}

/**
 * A folder of the machine. Symbolic links are followed only to places below the root: every opened file is checked by
 * its real path after it was opened, so a link that changes meanwhile does not help.
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
        // A file that is gone by now, or a link to nowhere, is not part of the listing.
        const stats = await stat(absolute(path), { bigint: true }).catch(() => null);
        if (stats?.isFile()) yield toRemoteFile(path, stats);
      }
    }
    if (isRecursive) for (const path of folders) yield* listFolder(path, isRecursive);
  }

  async function moveFile(from: string, to: string): Promise<void> {
    await files.checkFolder(folderOf(from));
    await files.createFolders(folderOf(to));
    // Unlike a rename, a link never replaces a file.
    await wrapFailure(to, link(absolute(from), absolute(to)));
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
