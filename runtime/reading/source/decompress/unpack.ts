import { crc32 } from 'node:zlib';
import { RunFailure } from '../../../base/model/run-failure.ts';
import { type LocalFile, type OpenedFile, openLocalFile } from '../disk/local-file.ts';
import { readFully } from '../disk/read-fully.ts';
import { type ByteInput, createFileInput, createStreamInput } from './byte-input.ts';

import { readHead } from './head.ts';
import { checkSize, inflate } from './inflate.ts';
import { type Packing, packingOf } from './packing.ts';
import { readSingleFile } from './single-tar.ts';
import { BLOCK_BYTES, isTarHeader } from './tar-header.ts';
import type { ReadPart } from './zip-directory.ts';
import { readZipEntry, type ZipEntry } from './zip-entry.ts';

/** A file on disk that is compressed or an archive. */
export interface PackedFile {
  handle: OpenedFile;
  packing: Packing;
  /** Size limit of the decompressed content, in bytes. */
  maxBytes: number;
  /** Called after each read with the number of compressed bytes that this read returned. */
  onRead?: (bytes: number) => void;
}

/** Returns how a file on disk is packed; null if it is not. Throws the system's error. */
export async function packingOfFile(file: LocalFile): Promise<Packing | null> {
  const handle = await openLocalFile(file);
  try {
    return packingOf(await readFully(handle, 0, BLOCK_BYTES));
  } finally {
    await handle.close();
  }
}

/**
 * Yields the decompressed content of a file, or of the single file in an archive. Throws a RunFailure:
 * `decompression_failed` if the file is damaged, or an archive does not contain exactly one file,
 * `decompressed_too_large` if its content exceeds a limit.
 */
export async function* unpack(file: PackedFile): AsyncGenerator<Uint8Array> {
  const { handle, packing, maxBytes, onRead } = file;
  if (packing === 'zip') return yield* unpackZip(file);
  if (packing === 'tar') return yield* readSingleFile((reading) => createTarInput(handle, reading, onRead));
  const { head, chunks } = await readHead(inflate({ chunks: readRange(file), method: packing, maxBytes }), BLOCK_BYTES);
  if (!isTarHeader(head)) return yield* chunks;
  // A generator that has not started would not close the stream.
  await chunks.next();
  await chunks.return(undefined);
  yield* readSingleFile((reading) =>
    createStreamInput(
      inflate({ chunks: readRange(reading === 'LIST' ? { handle } : file), method: packing, maxBytes }),
    ),
  );
}

function createTarInput(
  handle: OpenedFile,
  reading: 'LIST' | 'CONTENT',
  onRead: PackedFile['onRead'],
): ByteInput & { close(): Promise<void> } {
  return { ...createFileInput(handle, reading === 'LIST' ? undefined : onRead), close: async () => {} };
}

async function* unpackZip(file: PackedFile): AsyncGenerator<Uint8Array> {
  const { size } = await file.handle.stat();
  yield* readEntry(file, await readZipEntry(partReader(file.handle), size));
}

/** Yields the content of an entry of a zip archive. Throws like unpack(). */
export async function* readEntry(
  file: Pick<PackedFile, 'handle' | 'maxBytes' | 'onRead'>,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array> {
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
  { handle, onRead }: Pick<PackedFile, 'handle' | 'onRead'>,
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

function partReader(handle: OpenedFile): ReadPart {
  return (byteOffset, byteLength) => readFully(handle, byteOffset, byteLength);
}
