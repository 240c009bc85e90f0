import type { SliceReader } from '../../reading/source/disk/slice-reader.ts';

const PIECE_BYTES = 1024 * 1024;

/** Creates a reader for parts of a file in the browser. Each part is read from the disk when it is needed. */
export function createBlobSlices(file: Blob): SliceReader {
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  return {
    readSlice: (byteOffset, byteLength) => read(byteOffset, byteOffset + byteLength),
    async *readRange(from, to) {
      const end = Math.min(to, file.size);
      let next = from < end ? read(from, Math.min(from + PIECE_BYTES, end)) : null;
      for (let at = from; at < end && next !== null; ) {
        const piece = await next;
        at += piece.length;
        // The next piece is read while the caller works on this one.
        next = at < end ? read(at, Math.min(at + PIECE_BYTES, end)) : null;
        // The caller may never ask for the next piece, so an error of its reading has no other handler.
        next?.catch(() => {});
        yield piece;
      }
    },
    async close() {},
  };
}

/**
 * Yields the bytes of a file. The next piece is read while the caller works on the last one. Where the browser can do that,
 * two buffers are used in turn, so a piece is valid only until the caller asks for the one after it.
 */
export async function* readBlob(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = openByteReader(file);
  if (reader === null) return yield* createBlobSlices(file).readRange(0, Infinity);
  let next = reader.read(new Uint8Array(PIECE_BYTES));
  let free = new Uint8Array(PIECE_BYTES);
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = reader.read(free);
      next.catch(() => {});
      yield value;
      // The whole buffer is filled again, although the piece may be a part of it.
      free = new Uint8Array(value.buffer);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function openByteReader(file: Blob): ReadableStreamBYOBReader | null {
  try {
    return file.stream().getReader({ mode: 'byob' });
  } catch {
    // Not every browser has streams of bytes for files.
    return null;
  }
}
