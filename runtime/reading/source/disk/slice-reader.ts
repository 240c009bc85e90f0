import { type LocalFile, openLocalFile } from './local-file.ts';
import { readFully } from './read-fully.ts';

/** Reads parts of a file at any offset. */
export interface SliceReader {
  /**
   * Returns `byteLength` bytes from `byteOffset` on; fewer if the file ends before. The array is new, so the caller may
   * change or store it.
   */
  readSlice(byteOffset: number, byteLength: number): Promise<Uint8Array>;
  /**
   * Yields the bytes from offset `from` up to, but not including, `to`, in pieces. Infinity as `to` means the end of
   * the file.
   */
  readRange(from: number, to: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

const WINDOW_BYTES = 256 * 1024;

/**
 * Opens an uncompressed file to read slices of it. Slices that are near each other share one read of 256 KiB. Throws
 * the system's errors.
 */
export async function openFileSliceReader(file: LocalFile): Promise<SliceReader> {
  const handle = await openLocalFile(file);
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
