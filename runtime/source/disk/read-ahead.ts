import { read as fsRead, readSync } from 'node:fs';
import { promisify } from 'node:util';

const CHUNK_BYTES = 512 * 1024;

/** Fills `buffer` from `position`; gives how many bytes there were, 0 at the end. */
export type ReadAt = (buffer: Buffer, position: number) => Promise<number>;

/** The same, for a file of which the system has read ahead: what it copies takes less time than to ask another thread for it. */
export function readNow(descriptor: number, buffer: Buffer, position: number): number {
  return readSync(descriptor, buffer, 0, buffer.length, position);
}

/** Reads an open file of the process by its descriptor: any thread may. */
export function descriptorReader(descriptor: number): ReadAt {
  return async (buffer, position) => (await readDescriptor(descriptor, buffer, 0, buffer.length, position)).bytesRead;
}

const readDescriptor = promisify(fsRead);

/**
 * A file from one offset to another (or its end, where that comes first), chunk by chunk: one is read while the other
 * is worked on. A chunk's bytes stay as they are until the next one is asked for.
 */
export async function* readAhead(readAt: ReadAt, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (from >= to) return;
  const size = Math.min(CHUNK_BYTES, to - from);
  // Two buffers in turn, so that no chunk allocates.
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
  // Awaited later: until then a failure must not count as unhandled.
  reading.catch(() => {});
  return reading;
}
