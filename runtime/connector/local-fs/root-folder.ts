import type { BigIntStats, Dirent } from 'node:fs';
import { constants, type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { OnStep, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { joinPath, printable } from '../remote-path.ts';
import { wrapFailure, createRootFailure, toFailure } from './failure.ts';
import { toRemoteFile } from './remote-file.ts';

/** The root folder of a connector. Paths are relative to it, and symbolic links may not lead out of it. */
export class RootFolder {
  readonly #root: string;
  readonly #localRoots: readonly string[];
  readonly #onStep: OnStep;

  /** `root` must be an absolute path of one of `localRoots` or of a folder below one. */
  constructor(root: string, localRoots: readonly string[], onStep: OnStep) {
    this.#root = root;
    this.#localRoots = localRoots;
    this.#onStep = onStep;
  }

  /** Returns the absolute path for a path that is relative to the root. Does not check it. */
  resolve(path: string): string {
    return join(this.#root, path);
  }

  /**
   * Checks that the real path of a folder is the root or below it. Throws ConnectorFailure if it is not, if the folder
   * does not exist, or if the root is not below an allowed folder.
   */
  async checkFolder(path: string): Promise<void> {
    const real = await wrapFailure(path, realpath(this.resolve(path)));
    if (!isBelow(real, await this.#realRoot())) throw createRootFailure(path);
  }

  /**
   * Opens a regular file for reading, and then checks that its real path is below the root. Throws ConnectorFailure,
   * with the code `not_found` if there is no such file or if it is not a regular file.
   */
  async openChecked(path: string): Promise<{ handle: FileHandle; file: RemoteFile }> {
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    const handle = await wrapFailure(path, open(this.resolve(path), constants.O_RDONLY | constants.O_NONBLOCK));
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) throw new ConnectorFailure('not_found', `"${printable(path)}" is not a regular file.`);
      const real = await realpath(`/proc/self/fd/${handle.fd}`).catch(() => realpath(this.resolve(path)));
      if (!isBelow(real, await this.#realRoot())) throw createRootFailure(path);
      return { handle, file: toRemoteFile(path, stats) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Returns the attributes of the regular file at `path`, or of the one to which the link there leads. `entry` is the
   * entry of its folder. Returns null if there is no such file, and if the link leads out of the root.
   */
  async statEntry(path: string, entry: Dirent): Promise<BigIntStats | null> {
    try {
      const absolute = this.resolve(path);
      const real = entry.isSymbolicLink() ? await realpath(absolute) : absolute;
      if (real !== absolute && !isBelow(real, await this.#realRoot())) return null;
      const stats = await lstat(real, { bigint: true });
      return stats.isFile() ? stats : null;
    } catch (error) {
      // Files that were removed in the meantime, and links to nothing.
      if (error instanceof ConnectorFailure) throw error;
      return null;
    }
  }

  /**
   * Creates a folder and its missing parents. Each parent is checked before the next folder is created, because it may
   * be a link that leads out of the root. Throws ConnectorFailure.
   */
  async createFolders(folder: string): Promise<void> {
    let path = '';
    await this.checkFolder(path);
    for (const name of folder.split('/').filter((part) => part !== '')) {
      path = joinPath(path, name);
      await mkdir(this.resolve(path), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw toFailure(path, error);
      });
      await this.checkFolder(path);
    }
  }

  /** Returns the real path of the root. Throws ConnectorFailure if it is not one of the local roots or below one. */
  async #realRoot(): Promise<string> {
    this.#onStep('resolve');
    const real = await wrapFailure(this.#root, realpath(this.#root));
    for (const allowed of this.#localRoots) {
      const opened = await realpath(allowed).catch(() => null);
      if (opened !== null && isBelow(real, opened)) return real;
    }
    throw new ConnectorFailure(
      'address_refused',
      'The root of the integration is not below a folder that --local-roots names.',
      'resolve',
    );
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
