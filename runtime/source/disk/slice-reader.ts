import { open } from 'node:fs/promises';
import { readFully } from './read-fully.ts';

/** Reads parts of a file at any offset. */
export interface SliceReader {
  /** Returns the bytes from an offset on; fewer at the end of the file. The buffer belongs to the caller. */
  readSlice(byteOffset: number, byteLength: number): Promise<Uint8Array>;
  /** Yields the bytes from one offset to another (Infinity: the end of the file), in pieces. */
  readRange(from: number, to: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** Reads the original bytes of a record for its dead letter. */
export type ReadSlice = SliceReader['readSlice'];

const WINDOW_BYTES = 256 * 1024;

/** Opens a file on disk. Slices that are close together are served from one read. Throws the system's errors. */
export async function openFileSliceReader(path: string): Promise<SliceReader> {
  const handle = await open(path, 'r');
  let window = new Uint8Array(0);
  let windowFrom = 0;

  async function read(byteOffset: number, byteLength: number): Promise<Uint8Array> {
    const { buffer, length } = await readFully(handle, byteOffset, byteLength);
    return new Uint8Array(buffer, 0, length);
  }

  async function readSlice(byteOffset: number, byteLength: number): Promise<Uint8Array> {
    if (byteLength > WINDOW_BYTES) return read(byteOffset, byteLength);
    if (byteOffset < windowFrom || byteOffset + byteLength > windowFrom + window.length) {
      window = new Uint8Array(await read(byteOffset, WINDOW_BYTES));
      windowFrom = byteOffset;
    }
    return window.slice(byteOffset - windowFrom, byteOffset - windowFrom + byteLength);
  }

  return {
    readSlice,
    async *readRange(from, to) {
      for (let at = from; at < to; ) {
        const piece = await read(at, Math.min(WINDOW_BYTES, to - at));
        if (piece.length === 0) return;
        yield piece;
        at += piece.length;
      }
    },
    close: () => handle.close(),
  };
}
