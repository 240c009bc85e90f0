import { crc32 } from 'node:zlib';
import { RunFailure } from '../../../base/model/run-failure.ts';
import { type LocalFile, type OpenedFile, openLocalFile } from '../disk/local-file.ts';
import { readFully } from '../disk/read-fully.ts';
import { type Compression, compressionOf, HEAD_BYTES } from './compression.ts';
import { checkSize, inflate } from './inflate.ts';
import { type ReadPart, readZipEntry, type ZipEntry } from './zip-entry.ts';

/** A compressed file on disk. */
export interface PackedFile {
  handle: OpenedFile;
  compression: Compression;
  /** Size limit of the decompressed content, in bytes. */
  maxBytes: number;
  /** Called after each read with the number of compressed bytes that this read returned. */
  onRead?: (bytes: number) => void;
}

/** Returns the compression of a file on disk; null if it is not compressed. Throws the system's error. */
export async function compressionOfFile(file: LocalFile): Promise<Compression | null> {
  const handle = await openLocalFile(file);
  try {
    return compressionOf(await partReader(handle)(0, HEAD_BYTES));
  } finally {
    await handle.close();
  }
}

/**
 * Yields the decompressed content of a file. Throws a RunFailure: `decompression_failed` if the file is damaged,
 * `decompressed_too_large` if its content exceeds a limit.
 */
export async function* unpack(file: PackedFile): AsyncGenerator<Uint8Array> {
  const { handle, compression, maxBytes } = file;
  const { size } = await handle.stat();
  if (compression === 'zip') yield* unpackZip(file, size);
  else yield* inflate({ chunks: readRange(file, 0, size), method: compression, maxBytes });
}

async function* unpackZip(file: PackedFile, archiveBytes: number): AsyncGenerator<Uint8Array> {
  const { maxBytes } = file;
  const entry = await readZipEntry(partReader(file.handle), archiveBytes);
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

async function* readRange({ handle, onRead }: PackedFile, from: number, to: number): AsyncGenerator<Uint8Array> {
  const read = partReader(handle);
  for (let at = from; at < to; ) {
    const chunk = await read(at, Math.min(CHUNK_BYTES, to - at));
    if (chunk.length === 0) return;
    at += chunk.length;
    onRead?.(chunk.length);
    yield chunk;
  }
}

function partReader(handle: OpenedFile): ReadPart {
  return (byteOffset, byteLength) => readFully(handle, byteOffset, byteLength);
}
