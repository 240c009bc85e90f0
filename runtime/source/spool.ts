import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../files/create-folder.ts';
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

/** A file that was received whole and lies on the disk. */
export interface SpooledFile {
  /** Where it lies: in the folder `spool` of the data folder. */
  path: string;
  /** The name under which it was sent, as results show it. */
  fileName: string;
  bytes: number;
  /** SHA-256 of the file as sent, hexadecimal. */
  sha256: string;
}

/** A file that is being received: what there is of it can be read meanwhile. */
export interface ArrivingFile extends Pick<SpooledFile, 'path' | 'fileName'> {
  /** Known at its end. */
  sha256: null;
  /** How much of it lies at `path`. */
  fileProgress: FileProgress;
  /** About how large it will be, in bytes; null where nothing is known. */
  expectedBytes: number | null;
  /** The whole file. Throws as `Spool.receive` does. */
  received: Promise<SpooledFile>;
}

export interface ReceiveOptions {
  fileName: string;
  maxBytes: number;
  signal?: AbortSignal;
  /** Whether a chunk's bytes stay as they are only until the next one is asked for, as those of a Source do. Default: they stay. */
  reusesChunks?: boolean;
}

export interface TransientReceiveOptions extends ReceiveOptions {
  expectedBytes: number | null;
}

/** Files on their way: received to the disk, never held in memory. */
export interface Spool {
  /**
   * Writes a file as it comes, at the disk's pace, and hashes it on the way; fsynced, with its name,
   * when the promise resolves. Where it throws (DiskFull, FileTooLarge, what the stream or the signal
   * throws) nothing is left of it.
   */
  receive(chunks: AsyncIterable<Uint8Array>, file: ReceiveOptions): Promise<SpooledFile>;
  /** Receives a file in the same way for somebody who needs it only now: what the system loses is not kept. */
  receiveTransient(chunks: AsyncIterable<Uint8Array>, file: TransientReceiveOptions): ArrivingFile;
  /** Removes a file that no run took over. */
  discard(file: Pick<SpooledFile, 'path'>): Promise<void>;
  /** Where the file of a name lies. */
  pathOf(name: string): string;
  /** Removes a file by its name; one that is not there is no failure. */
  remove(name: string): Promise<void>;
  /** Removes what an earlier process left half received or unclaimed. Nothing may be received meanwhile. */
  removeOrphans(isClaimed: (name: string) => boolean): Promise<void>;
}

/** The spool of a data folder. */
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

interface ReceivingAt extends ReceiveOptions {
  fileProgress?: FileProgress;
  /** Whether the file is to outlive a power cut. */
  isDurable?: boolean;
}

async function receiveAt(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  { fileName, fileProgress, isDurable = false, ...bounds }: ReceivingAt,
): Promise<SpooledFile> {
  try {
    const folder = dirname(path);
    if ((await createFolder(folder)) !== undefined) await syncToDisk(dirname(folder));
    const handle = await open(path, 'wx');
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

/** Gives a file that is whole and on the disk the name by which it is found again. */
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
