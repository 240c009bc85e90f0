import { read as fsRead, readSync } from 'node:fs';
import { promisify } from 'node:util';

const CHUNK_BYTES = 512 * 1024;

/** Reads from `position` into `buffer`. Returns the number of bytes read; 0 at the end. */
export type ReadAt = (buffer: Buffer, position: number) => Promise<number>;

/** Reads in the same way, but synchronously. For data in the page cache, this is faster than an asynchronous read. */
export function readNow(descriptor: number, buffer: Buffer, position: number): number {
  return readSync(descriptor, buffer, 0, buffer.length, position);
}

/** Creates a reader of an open file descriptor, which any thread of the process can use. */
export function descriptorReader(descriptor: number): ReadAt {
  return async (buffer, position) => (await readDescriptor(descriptor, buffer, 0, buffer.length, position)).bytesRead;
}

const readDescriptor = promisify(fsRead);

/**
 * Yields the bytes of a file from offset `from` to `to` or the end of the file, in chunks. The next chunk is read while
 * the current one is processed. A chunk is valid until the next one is requested.
 */
export async function* readAhead(readAt: ReadAt, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (from >= to) return;
  const size = Math.min(CHUNK_BYTES, to - from);
  // Two alternating buffers, so that chunks need no allocation.
  const buffers = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(to - from > size ? size : 0)] as const;
  let at = from;
  let pending = begin(readAt, buffers[0], at, to);
  try {
    for (let turn = 0; ; turn = 1 - turn) {
      const bytesRead = await pending;
      if (bytesRead === 0) return;
      at += bytesRead;
      pending = begin(readAt, buffers[turn === 0 ? 1 : 0], at, to);
      yield buffers[turn === 0 ? 0 : 1].subarray(0, bytesRead);
    }
  } finally {
    await pending.catch(() => {});
  }
}

function begin(readAt: ReadAt, buffer: Buffer, at: number, to: number): Promise<number> {
  if (at >= to) return Promise.resolve(0);
  const reading = readAt(at + buffer.length > to ? buffer.subarray(0, to - at) : buffer, at);
  // The promise is awaited later. Without this, a rejection before that would count as unhandled.
  reading.catch(() => {});
  return reading;
}
