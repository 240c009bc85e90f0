import { descriptorReader, type ReadAt, readNow } from './read-ahead.ts';

/** How much of a file lies on the disk while it is still being received. Any thread may hold it, and wait for more. */
export type Growth = SharedArrayBuffer;

/** The file will not become whole: what was received of it is removed. */
export class NeverWhole extends Error {
  override readonly name = 'NeverWhole';

  constructor() {
    super('the file was not received to its end');
  }
}

// One cell, so that no thread sees half of a change: bytes where there is more to come, otherwise their complement.
const BROKEN = -(2n ** 63n);

/** A file of which nothing is there yet. */
export function makeGrowth(): Growth {
  return new SharedArrayBuffer(8);
}

/** So many bytes are there now, and more are to come. */
export function tellGrown(growth: Growth, bytes: number): void {
  tell(growth, BigInt(bytes));
}

/** The file is whole, and has so many bytes. */
export function tellWhole(growth: Growth, bytes: number): void {
  tell(growth, ~BigInt(bytes));
}

/** The file will not become whole. */
export function tellBroken(growth: Growth): void {
  tell(growth, BROKEN);
}

/** Waits until so many bytes are there, or the file is whole. Gives how many there are. Throws NeverWhole. */
export async function waitForBytes(growth: Growth, bytes: number): Promise<number> {
  const cell = new BigInt64Array(growth);
  for (;;) {
    const now = Atomics.load(cell, 0);
    if (now === BROKEN) throw new NeverWhole();
    if (now < 0n) return Number(~now);
    if (now >= bytes) return Number(now);
    const change = Atomics.waitAsync(cell, 0, now);
    if (change.async) await change.value;
  }
}

/** An open file that any thread of the process may read; with `growth` it is still being received. */
export interface SharedFile {
  descriptor: number;
  growth?: Growth;
}

/** Reads an open file; what has not been received is waited for, so that nothing is short but the end of the file. */
export function readerOf({ descriptor, growth }: SharedFile): ReadAt {
  const read = descriptorReader(descriptor);
  return growth === undefined ? read : whatIsThere(growth, read);
}

/** The same, in the thread that asks: for those who share a file with others, and keep every core at work. */
export function ownReaderOf({ descriptor, growth }: SharedFile): ReadAt {
  const read: ReadAt = async (buffer, position) => readNow(descriptor, buffer, position);
  return growth === undefined ? read : whatIsThere(growth, read);
}

function whatIsThere(growth: Growth, read: ReadAt): ReadAt {
  return async (buffer, position) => {
    const bytes = await waitForBytes(growth, position + buffer.length);
    return bytes <= position ? 0 : read(buffer.subarray(0, bytes - position), position);
  };
}

function tell(growth: Growth, value: bigint): void {
  const cell = new BigInt64Array(growth);
  Atomics.store(cell, 0, value);
  Atomics.notify(cell, 0);
}
