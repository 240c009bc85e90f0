import { read as fsRead, readSync } from 'node:fs';
import { promisify } from 'node:util';

const CHUNK_BYTES = 512 * 1024;

/** Reads from the byte offset `position` into `buffer`. Returns the number of bytes read; 0 at the end of the file. */
export type ReadAt = (buffer: Buffer, position: number) => Promise<number>;

/**
 * Reads from the byte offset `position` into `buffer`, synchronously. Returns the number of bytes read; 0 at the end of
 * the file. For data in the page cache of the system, this is faster than an asynchronous read.
 */
export function readNow(descriptor: number, buffer: Buffer, position: number): number {
  return readSync(descriptor, buffer, 0, buffer.length, position);
}

/**
 * Creates a function that reads an open file at any offset. The descriptor may belong to another thread of the process.
 */
export function descriptorReader(descriptor: number): ReadAt {
  return async (buffer, position) => (await readDescriptor(descriptor, buffer, 0, buffer.length, position)).bytesRead;
}

const readDescriptor = promisify(fsRead);

/**
 * Yields the bytes of a file in chunks, from offset `from` up to, but not including, `to`, or to the end of the file.
 * While one chunk is processed, the next one is read. A chunk is overwritten when the next one is requested.
 */
export async function* readAhead(readAt: ReadAt, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (from >= to) return;
  const size = Math.min(CHUNK_BYTES, to - from);
  // Two buffers are used alternately, so that a chunk needs no new memory.
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
  // The promise is awaited later. Without this line, Node.js would report an earlier rejection as unhandled.
  reading.catch(() => {});
  return reading;
}
