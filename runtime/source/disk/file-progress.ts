import { descriptorReader, type ReadAt, readNow } from './read-ahead.ts';

/** The progress of a file that is being received, in shared memory. Any thread can read it and wait for more. */
export type FileProgress = SharedArrayBuffer;

/** The file was not received completely. Its first part is removed. */
export class FileIncomplete extends Error {
  override readonly name = 'FileIncomplete';

  constructor() {
    super('the file was not received completely');
  }
}

// The state is a single 64-bit cell, so that threads never see a partial update. While the file is incomplete, the cell
// contains the number of bytes; then their complement.
const ABORTED = -(2n ** 63n);

/** Creates the progress of an empty file. */
export function createFileProgress(): FileProgress {
  return new SharedArrayBuffer(8);
}

/** Reports that the file has `bytes` bytes so far. */
export function notifyWritten(fileProgress: FileProgress, bytes: number): void {
  notify(fileProgress, BigInt(bytes));
}

/** Reports that the file is complete with `bytes` bytes. */
export function notifyComplete(fileProgress: FileProgress, bytes: number): void {
  notify(fileProgress, ~BigInt(bytes));
}

/** Reports that the file will not be completed. */
export function notifyAborted(fileProgress: FileProgress): void {
  notify(fileProgress, ABORTED);
}

/** Waits until the file has `bytes` bytes or is complete. Returns the number of bytes it has. Throws FileIncomplete. */
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

/** An open file that any thread of the process can read. `fileProgress` is set while it is being received. */
export interface SharedFile {
  descriptor: number;
  fileProgress?: FileProgress;
}

/**
 * Creates an asynchronous reader of an open file. It waits for bytes that have not been received yet, so it returns
 * fewer bytes than requested only at the end of the file.
 */
export function createReader({ descriptor, fileProgress }: SharedFile): ReadAt {
  const read = descriptorReader(descriptor);
  return fileProgress === undefined ? read : waitingReader(fileProgress, read);
}

/** Creates a synchronous reader in the same way, for threads that share a file and keep all cores busy. */
export function createSyncReader({ descriptor, fileProgress }: SharedFile): ReadAt {
  const read: ReadAt = async (buffer, position) => readNow(descriptor, buffer, position);
  return fileProgress === undefined ? read : waitingReader(fileProgress, read);
}

function waitingReader(fileProgress: FileProgress, read: ReadAt): ReadAt {
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
