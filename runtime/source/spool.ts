import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../files/create-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/data-folder.ts';
import { asDiskFull } from '../model/disk-full.ts';
import {
  type FileProgress,
  createFileProgress,
  notifyAborted,
  notifyWritten,
  notifyComplete,
} from './disk/file-progress.ts';
import { createEarlySync } from './disk/early-sync.ts';
import { writeChunks } from './disk/write-chunks.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';

/** A completely received file on disk. */
export interface SpooledFile {
  /** Its path in the folder `spool` of the data folder. */
  path: string;
  /** Its name as sent, for results. */
  fileName: string;
  bytes: number;
  /** SHA-256 of the file as sent, hexadecimal. */
  sha256: string;
}

/** A file that is still being received. Its first part can already be read. */
export interface ArrivingFile extends Pick<SpooledFile, 'path' | 'fileName'> {
  /** Unknown until the end. */
  sha256: null;
  /** Number of bytes that are at `path` so far. */
  fileProgress: FileProgress;
  /** Expected size in bytes; null if unknown. */
  expectedBytes: number | null;
  /** Resolves with the complete file. Rejects with the errors of `Spool.receive`. */
  received: Promise<SpooledFile>;
}

/** The options to receive a file. `maxBytes` is its size limit in bytes. */
export interface ReceiveOptions {
  fileName: string;
  maxBytes: number;
  signal?: AbortSignal;
  /**
   * Whether the bytes of a chunk are valid only until the next chunk is requested, like those of a Source. Default:
   * false.
   */
  reusesChunks?: boolean;
}

/** The same, with the expected size in bytes (null if unknown). */
export interface TransientReceiveOptions extends ReceiveOptions {
  expectedBytes: number | null;
}

/** Stores received files on disk. They are never held in memory. */
export interface Spool {
  /**
   * Writes a file while it is received, as fast as the disk allows, and hashes it. When it resolves, file and name are
   * flushed to disk. If it rejects (DiskFull, FileTooLarge, an error of `chunks`, the reason of the signal), nothing is
   * left.
   */
  receive(chunks: AsyncIterable<Uint8Array>, file: ReceiveOptions): Promise<SpooledFile>;
  /** Does the same for a file that is needed only briefly, and does not flush it to disk. */
  receiveTransient(chunks: AsyncIterable<Uint8Array>, file: TransientReceiveOptions): ArrivingFile;
  /** Removes a file that no run owns. */
  discard(file: Pick<SpooledFile, 'path'>): Promise<void>;
  /** Returns the path of a spooled file. */
  pathOf(name: string): string;
  /** Removes a file by name, if it exists. */
  remove(name: string): Promise<void>;
  /** Removes files that an earlier process left incomplete or that no run owns. Call it before anything is received. */
  removeOrphans(isClaimed: (name: string) => boolean): Promise<void>;
}

/** Opens the spool of a data folder. */
export function openSpool(dataFolder: string): Spool {
  const folder = join(dataFolder, 'spool');
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true });
  return {
    async receive(chunks, file) {
      const path = join(folder, randomUUID());
      const partial = `${path}.partial`;
      const received = await receiveAt(partial, chunks, { ...file, isDurable: true });
      return finalize(received, path);
    },
    receiveTransient(chunks, { expectedBytes, ...file }) {
      const path = join(folder, randomUUID());
      const fileProgress = createFileProgress();
      const received = receiveAt(path, chunks, { ...file, fileProgress });
      return { path, fileName: file.fileName, sha256: null, fileProgress, expectedBytes, received };
    },
    discard: ({ path }) => rm(path, { force: true }),
    pathOf: (name) => join(folder, name),
    remove,
    async removeOrphans(isClaimed) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) if (!isClaimed(name)) await remove(name);
    },
  };
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
    const folder = dirname(path);
    if ((await createFolder(folder, PRIVATE_FOLDER)) !== undefined) await syncToDisk(dirname(folder));
    const handle = await open(path, 'wx', PRIVATE_FILE);
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
    await rm(path, { force: true });
    throw asDiskFull(error);
  }
}

/** Renames a complete, flushed file to its final name. */
async function finalize(file: SpooledFile, path: string): Promise<SpooledFile> {
  try {
    await rename(file.path, path);
    await syncToDisk(dirname(path));
    return { ...file, path };
  } catch (error) {
    await Promise.all([rm(file.path, { force: true }), rm(path, { force: true })]);
    throw asDiskFull(error);
  }
}
