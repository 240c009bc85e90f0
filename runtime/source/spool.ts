import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { asDiskFull } from '../store/disk-full.ts';

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

/** More bytes came than may come. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

export interface Receiving {
  fileName: string;
  maxBytes: number;
  signal?: AbortSignal;
}

/** Files on their way: received to the disk, never held in memory. */
export interface Spool {
  /**
   * Writes a file as it comes, at the disk's pace, and hashes it on the way; fsynced, with its name,
   * when the promise resolves. Where it throws (DiskFull, FileTooLarge, what the stream or the signal
   * throws) nothing is left of it.
   */
  receive(chunks: AsyncIterable<Uint8Array>, file: Receiving): Promise<SpooledFile>;
  /** Removes a file that no run took over. */
  discard(file: SpooledFile): Promise<void>;
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
      try {
        return await receive(folder, chunks, file);
      } catch (error) {
        throw asDiskFull(error);
      }
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

async function receive(folder: string, chunks: AsyncIterable<Uint8Array>, { fileName, maxBytes, signal }: Receiving): Promise<SpooledFile> {
  if ((await makeFolder(folder)) !== undefined) await syncFolder(dirname(folder));
  const path = join(folder, randomUUID());
  const partial = `${path}.partial`;
  const handle = await open(partial, 'wx');
  try {
    const received = await writeChunks(handle, chunks, { maxBytes, ...(signal === undefined ? {} : { signal }) });
    await handle.sync();
    await handle.close();
    await rename(partial, path);
    await syncFolder(folder);
    return { path, fileName, ...received };
  } catch (error) {
    await handle.close().catch(() => {});
    await Promise.all([rm(partial, { force: true }), rm(path, { force: true })]);
    throw error;
  }
}

async function writeChunks(
  handle: FileHandle, chunks: AsyncIterable<Uint8Array>, { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
    hash.update(chunk);
    for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
  }
  signal?.throwIfAborted();
  return { bytes, sha256: hash.digest('hex') };
}

/** Makes a new name in a folder outlive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
