import { crc32 } from 'node:zlib';
import { RunFailure } from '../../../base/model/run-failure.ts';
import type { OpenedFile } from '../disk/local-file.ts';
import { readFully } from '../disk/read-fully.ts';
import { checkSize, inflate } from './inflate.ts';
import type { ReadPart } from './zip-directory.ts';
import type { ZipEntry } from './zip-entry.ts';

/** A file on disk or in memory. */
interface ReadFile {
  handle: OpenedFile;
  /** Size limit of the decompressed content, in bytes. */
  maxBytes: number;
  /** Called after each read with the number of compressed bytes that this read returned. */
  onRead?: ((bytes: number) => void) | undefined;
}

/** Yields the content of an entry of a zip archive. Throws like unpack(). */
export async function* readEntry(file: ReadFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { maxBytes } = file;
  // If the directory states a size above the limit, the data is not read at all.
  checkSize(entry.bytes, maxBytes);
  const chunks = readRange(file, entry.dataOffset, entry.dataOffset + entry.compressedBytes);
  yield* checked(entry.method === 'stored' ? chunks : inflate({ chunks, method: entry.method, maxBytes }), entry);
}

/** Yields the content unchanged. Throws a RunFailure if its size or checksum differs from the directory. */
async function* checked(chunks: AsyncIterable<Uint8Array>, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let sum = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    sum = crc32(chunk, sum);
    if (bytes > entry.bytes) break;
    yield chunk;
  }
  if (bytes !== entry.bytes || sum !== entry.crc32)
    throw new RunFailure(
      'decompression_failed',
      'the zip archive is damaged: its file differs from its directory in size or checksum',
    );
}

const CHUNK_BYTES = 512 * 1024;

/** Yields the bytes of a file. A chunk may be overwritten when the next one is requested. */
export async function* readRange(
  { handle, onRead }: Pick<ReadFile, 'handle' | 'onRead'>,
  from = 0,
  to = Infinity,
): AsyncGenerator<Uint8Array> {
  const read = partReader(handle);
  for (let at = from; at < to; ) {
    const chunk = await read(at, Math.min(CHUNK_BYTES, to - at));
    if (chunk.length === 0) return;
    at += chunk.length;
    onRead?.(chunk.length);
    yield chunk;
  }
}

/** Returns the function that reads parts of a file. */
export function partReader(handle: OpenedFile): ReadPart {
  return (byteOffset, byteLength) => readFully(handle, byteOffset, byteLength);
}
