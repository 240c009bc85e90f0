import { type FileBlocks, waitForBlocks } from './file-blocks.ts';
import { descriptorReader, type ReadAt, readNow } from './read-ahead.ts';

/** How much of a file has been received, in shared memory. Any thread can read it, and can wait for more bytes. */
export type FileProgress = SharedArrayBuffer;

/** The upload of a file failed. The part that was received is removed. */
export class FileIncomplete extends Error {
  override readonly name = 'FileIncomplete';

  constructor() {
    super('the file was not received completely');
  }
}

// The state is a single 64-bit number, so that threads never see a partial update. It is the number of bytes while the
// file is incomplete, and the bitwise complement of that number after the file is complete.
const ABORTED = -(2n ** 63n);

/** Creates the progress of a file before its first byte is received. */
export function createFileProgress(): FileProgress {
  return new SharedArrayBuffer(8);
}

/** Reports to all threads that `bytes` bytes have been written so far. */
export function notifyWritten(fileProgress: FileProgress, bytes: number): void {
  notify(fileProgress, BigInt(bytes));
}

/** Reports to all threads that the file is complete and has `bytes` bytes. */
export function notifyComplete(fileProgress: FileProgress, bytes: number): void {
  notify(fileProgress, ~BigInt(bytes));
}

/** Reports to all threads that the upload failed. */
export function notifyAborted(fileProgress: FileProgress): void {
  notify(fileProgress, ABORTED);
}

/**
 * Waits until at least `bytes` bytes have been received or the file is complete. Returns the number of bytes that have
 * been received. Throws FileIncomplete if the upload fails.
 */
export async function waitForBytes(fileProgress: FileProgress, bytes: number): Promise<number> {
  const cell = new BigInt64Array(fileProgress);
  for (;;) {
    const now = Atomics.load(cell, 0);
    if (now === ABORTED) throw new FileIncomplete();
    if (now < 0n) return Number(~now);
    if (now >= bytes) return Number(now);
    const change = Atomics.waitAsync(cell, 0, now);
    if (change.async) await change.value;
  }
}

/**
 * Throws the error of an operation on a file that is still being received, or FileIncomplete if its upload has failed:
 * then the file is removed, and the operation may not find it.
 */
export async function failIncomplete(fileProgress: FileProgress, error: unknown): Promise<never> {
  await waitForBytes(fileProgress, 0);
  throw error;
}

/**
 * An open file that any thread of the process can read. `fileProgress` is present if the file was still being received
 * when it was opened. `blocks` is present if the file is a local copy of an object.
 */
export interface SharedFile {
  descriptor: number;
  fileProgress?: FileProgress;
  blocks?: FileBlocks | undefined;
}

/**
 * Creates a function that reads an open file asynchronously. It waits for bytes that have not been received yet,
 * and for blocks of an object. Therefore it returns fewer bytes than requested only at the end of the file. Throws
 * FileIncomplete if the upload fails, and like waitForBlocks().
 */
export function createReader(file: SharedFile): ReadAt {
  return waitingReader(file, descriptorReader(file.descriptor));
}

/**
 * Like createReader(), but the reads themselves are synchronous. That is faster if several threads read one file and
 * use all cores.
 */
export function createSyncReader(file: SharedFile): ReadAt {
  return waitingReader(file, async (buffer, position) => readNow(file.descriptor, buffer, position));
}

function waitingReader({ fileProgress, blocks }: SharedFile, read: ReadAt): ReadAt {
  if (blocks !== undefined)
    return async (buffer, position) => {
      await waitForBlocks(blocks, position, position + buffer.length);
      return read(buffer, position);
    };
  if (fileProgress === undefined) return read;
  return async (buffer, position) => {
    const bytes = await waitForBytes(fileProgress, position + buffer.length);
    return bytes <= position ? 0 : read(buffer.subarray(0, bytes - position), position);
  };
}

function notify(fileProgress: FileProgress, value: bigint): void {
  const cell = new BigInt64Array(fileProgress);
  Atomics.store(cell, 0, value);
  Atomics.notify(cell, 0);
}
