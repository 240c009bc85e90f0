import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../../base/files/create-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../base/files/data-folder.ts';
import { systemCode } from '../../base/files/error-reason.ts';
import { asDiskFull } from '../../base/model/disk-full.ts';
import {
  type FileProgress,
  createFileProgress,
  notifyAborted,
  notifyWritten,
  notifyComplete,
} from './disk/file-progress.ts';
import type { LocalFile } from './disk/local-file.ts';
import { createEarlySync } from './disk/early-sync.ts';
import { writeChunks } from './disk/write-chunks.ts';
import { createSharedSync } from '../../base/files/shared-sync.ts';
import { syncToDisk } from '../../base/files/sync-to-disk.ts';

/** A completely received file. */
export interface SpooledFile {
  /** Path of the file in a folder `spool`, or the address of an object. Its last part is the name in the spool. */
  path: string;
  /** The name under which the file was sent. Results contain it. */
  fileName: string;
  bytes: number;
  /** SHA-256 of the file as sent, hexadecimal. */
  sha256: string;
  /** SHA-256 of the stored bytes, hexadecimal, if they are the content of the compressed file that was sent. */
  storedSha256?: string;
  /** The whole file, if it was received into memory. Then nothing is at `path`. */
  content?: Uint8Array;
}

/** A file that is still being received. The part that has arrived can already be read. */
export interface ArrivingFile extends Pick<SpooledFile, 'path' | 'fileName'> {
  /** The hash is unknown until the file is complete. */
  sha256: null;
  /** How many bytes have been written to `path` so far. */
  fileProgress: FileProgress;
  /** Expected size in bytes; null if unknown. */
  expectedBytes: number | null;
  /** Resolves with the complete file. Rejects with the same errors as `Spool.receive`. */
  received: Promise<SpooledFile>;
}

/** The options to receive a file. `maxBytes` is the size limit of the file, in bytes. */
export interface ReceiveOptions {
  fileName: string;
  maxBytes: number;
  signal?: AbortSignal;
  /** Whether a chunk may be overwritten when the next one is requested, like the chunks of a Source. Default: false. */
  reusesChunks?: boolean;
}

/**
 * The options to receive a file that is needed only briefly. `expectedBytes` is its expected size in bytes; null if
 * unknown.
 */
export interface TransientReceiveOptions extends ReceiveOptions {
  expectedBytes: number | null;
}

/** A spooled file that threads of this process can read until it is closed. */
export interface ReadableFile extends LocalFile {
  /** Ends the waits of threads for bytes of an object. May be called twice. */
  close(): Promise<void>;
}

/**
 * Stores received files: in a folder, or as objects of an object store. A file is never held in memory as a whole. With
 * an object store, all methods except receiveTransient() may throw FilesUnavailable.
 */
export interface Spool {
  /**
   * Stores a file while it is received, and computes its hash. When the promise resolves, the file and its name are
   * durable. Throws DiskFull, FileTooLarge, the errors of `chunks`, the system's errors, and the reason of
   * `signal` if it is aborted. Then the file is removed.
   */
  receive(chunks: AsyncIterable<Uint8Array>, file: ReceiveOptions): Promise<SpooledFile>;
  /**
   * Starts to receive a file that is needed only briefly. Returns at once, so that the file can be read while it
   * arrives. The file is not flushed to disk, and the caller must discard() it.
   */
  receiveTransient(chunks: AsyncIterable<Uint8Array>, file: TransientReceiveOptions): ArrivingFile;
  /** Removes a file that belongs to no run. Does nothing if it does not exist. */
  discard(file: Pick<SpooledFile, 'path'>): Promise<void>;
  /** Returns true if the spooled file with this name exists, and is no link. */
  has(name: string): Promise<boolean>;
  /**
   * Opens the spooled file with this name, which has `bytes` bytes, so that threads can read it. A file of a folder may
   * be missing. Throws RunFailure (`file_lost`, `file_altered`) for an object that is missing or has another size.
   */
  open(name: string, bytes: number): Promise<ReadableFile>;
  /** Removes the spooled file with this name, if it exists. */
  remove(name: string): Promise<void>;
  /**
   * Removes all files for which `isClaimed` returns false: incomplete files of an earlier process, and files that
   * belong to no run. In a shared folder and in an object store, only those that are a day old. Call it before a file is received.
   */
  removeOrphans(isClaimed: (name: string) => boolean): Promise<void>;
}

/** A shared file that belongs to no run is removed at this age: another process may be receiving it. */
export const SHARED_ORPHAN_MS = 24 * 3600 * 1000;

/**
 * Creates the spool in `filesFolder`: the data folder, or a folder that other processes use, too. Files that are needed
 * only briefly are in `dataFolder`. Creates its folders when the first file is received.
 */
export function openSpool(filesFolder: string, dataFolder = filesFolder): Spool {
  const folder = join(filesFolder, 'spool');
  const ownFolder = join(dataFolder, 'spool');
  const isShared = ownFolder !== folder;
  const syncFolder = createSharedSync(folder);
  const remove = (name: string): Promise<void> => removeFile(join(folder, name));
  return {
    async receive(chunks, file) {
      const path = join(folder, randomUUID());
      const partial = `${path}.partial`;
      const received = await receiveAt(partial, chunks, { ...file, isDurable: true });
      return finalize(received, path, syncFolder);
    },
    receiveTransient(chunks, { expectedBytes, ...file }) {
      const path = join(ownFolder, randomUUID());
      const fileProgress = createFileProgress();
      const received = receiveAt(path, chunks, { ...file, fileProgress });
      return { path, fileName: file.fileName, sha256: null, fileProgress, expectedBytes, received };
    },
    discard: ({ path }) => removeFile(path),
    // A link in place of the file would lead outside of the folder.
    has: (name) =>
      lstat(join(folder, name)).then(
        (found) => found.isFile(),
        () => false,
      ),
    open: async (name) => ({ path: join(folder, name), close: async () => {} }),
    remove,
    async removeOrphans(isClaimed) {
      for (const name of await namesIn(folder))
        if (!isClaimed(name) && (!isShared || (await isOlderThan(join(folder, name), SHARED_ORPHAN_MS))))
          await remove(name);
      if (isShared) for (const name of await namesIn(ownFolder)) await removeFile(join(ownFolder, name));
    },
  };
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function isOlderThan(path: string, ms: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ms;
}

interface ReceiveAtOptions extends ReceiveOptions {
  fileProgress?: FileProgress;
  /** Whether the file must survive a power failure. */
  isDurable?: boolean;
}

async function receiveAt(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  { fileName, fileProgress, isDurable = false, ...bounds }: ReceiveAtOptions,
): Promise<SpooledFile> {
  try {
    const handle = await createFile(path);
    try {
      const sync = isDurable ? createEarlySync(handle) : null;
      const onWritten = (bytes: number): void => {
        sync?.written(bytes);
        if (fileProgress !== undefined) notifyWritten(fileProgress, bytes);
      };
      const received = await writeChunks(handle, chunks, { ...bounds, onWritten });
      await sync?.end();
      if (fileProgress !== undefined) notifyComplete(fileProgress, received.bytes);
      return { path, fileName, ...received };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (fileProgress !== undefined) notifyAborted(fileProgress);
    await removeFile(path);
    throw asDiskFull(error);
  }
}

/** Creates a file, and its folder if that is missing. */
async function createFile(path: string): Promise<FileHandle> {
  return open(path, 'wx', PRIVATE_FILE).catch(async (error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    const folder = dirname(path);
    if ((await createFolder(folder, PRIVATE_FOLDER)) !== undefined) await syncToDisk(dirname(folder));
    return open(path, 'wx', PRIVATE_FILE);
  });
}

/** Removes a file if it exists. A single call of the system; `rm` needs two. */
async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
  });
}

/** Renames a complete file that is flushed to disk, and flushes its new name. */
async function finalize(file: SpooledFile, path: string, syncFolder: () => Promise<void>): Promise<SpooledFile> {
  try {
    await rename(file.path, path);
    await syncFolder();
    return { ...file, path };
  } catch (error) {
    await Promise.all([removeFile(file.path), removeFile(path)]);
    throw asDiskFull(error);
  }
}
