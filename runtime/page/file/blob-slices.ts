import type { SliceReader } from '../../source/disk/slice-reader.ts';

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
