import { descriptorReader, type ReadAt, readNow } from './read-ahead.ts';

/** How much of a file lies on the disk while it is still being received. Any thread may hold it, and wait for more. */
export type FileProgress = SharedArrayBuffer;

/** The file will not become whole: what was received of it is removed. */
export class FileIncomplete extends Error {
  override readonly name = 'NeverWhole';

  constructor() {
    super('the file was not received to its end');
  }
}

// One cell, so that no thread sees half of a change: bytes where there is more to come, otherwise their complement.
const ABORTED = -(2n ** 63n);

/** A file of which nothing is there yet. */
export function createFileProgress(): FileProgress {
  return new SharedArrayBuffer(8);
}

/** So many bytes are there now, and more are to come. */
export function notifyWritten(fileProgress: FileProgress, bytes: number): void {
  notify(fileProgress, BigInt(bytes));
}

/** The file is whole, and has so many bytes. */
export function notifyComplete(fileProgress: FileProgress, bytes: number): void {
  notify(fileProgress, ~BigInt(bytes));
}

/** The file will not become whole. */
export function notifyAborted(fileProgress: FileProgress): void {
  notify(fileProgress, ABORTED);
}

/** Waits until so many bytes are there, or the file is whole. Gives how many there are. Throws FileIncomplete. */
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

/** An open file that any thread of the process may read; with `fileProgress` it is still being received. */
export interface SharedFile {
  descriptor: number;
  fileProgress?: FileProgress;
}

/** Reads an open file; what has not been received is waited for, so that nothing is short but the end of the file. */
export function createReader({ descriptor, fileProgress }: SharedFile): ReadAt {
  const read = descriptorReader(descriptor);
  return fileProgress === undefined ? read : waitingReader(fileProgress, read);
}

/** The same, in the thread that asks: for those who share a file with others, and keep every core at work. */
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
