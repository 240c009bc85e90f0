import { writePieces } from '../file/write-pieces.ts';

/** The browser moves Blobs of this size to its disk. */
const BLOB_BYTES = 8 * 1024 * 1024;

/**
 * Writes pieces to a file on disk and returns null. If there is no file, returns a Blob with all pieces. The browser may
 * store a large Blob on its disk. If a piece fails, the file on disk remains as it was.
 */
export async function saveDownload(
  pieces: AsyncIterable<Uint8Array>,
  to: FileSystemFileHandle | null,
): Promise<Blob | null> {
  if (to === null) return collect(pieces);
  await writePieces(pieces, to);
  return null;
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Blob> {
  const blobs: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    waiting.push(piece.slice());
    bytes += piece.length;
    if (bytes < BLOB_BYTES) continue;
    blobs.push(new Blob(waiting));
    waiting = [];
    bytes = 0;
  }
  return new Blob([...blobs, ...waiting]);
}
