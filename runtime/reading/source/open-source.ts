import { randomUUID, createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Compression, compressionOf, HEAD_BYTES } from './decompress/compression.ts';
import { type Arrival, openArrivingSource, openFileSource } from './file-source.ts';
import type { FileBlocks } from './disk/file-blocks.ts';
import { type LocalFile, openLocalFile } from './disk/local-file.ts';
import { waitForBytes } from './disk/file-progress.ts';
import { checkSize, inflate } from './decompress/inflate.ts';
import { PRIVATE_FILE } from '../../base/files/data-folder.ts';
import type { Source } from './contract.ts';
import { openStdinSource } from './stdin-source.ts';
import { compressionOfFile, unpack } from './decompress/unpack.ts';

/** The options to open a source. */
export interface OpenOptions {
  /** The name of the file in results. Default: the last part of `path`. */
  fileName?: string;
  /** Size limit of the decompressed content of a compressed file, in bytes. */
  maxBytes: number;
  /** Whether to compute the hash. If false, sha256() returns null. Default: true. */
  hashes?: boolean;
  /** The blocks of a local copy of an object. */
  blocks?: FileBlocks | undefined;
  /** The whole file, if it is in memory. */
  content?: Uint8Array | undefined;
}

/** Opens a file on disk or in memory. If it is compressed, the source yields its decompressed content. Throws the system's error. */
export async function openSource(
  path: string,
  { fileName, maxBytes, hashes = true, blocks, content }: OpenOptions,
): Promise<Source> {
  if (content !== undefined) {
    const source = openMemorySource(content, { fileName: fileName ?? basename(path), hashes });
    const compression = compressionOf(content);
    return compression === null ? source : unpackFile(source, { file: { path, content }, compression, maxBytes });
  }
  const source = await openFileSource(path, fileName, { hashes, blocks });
  // A source of unknown size is a named pipe, which can only be read as a stream.
  if (source.totalBytes === null) return unpackStream(source, maxBytes);
  const compression = await compressionOfFile({ path, blocks }).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  return compression === null ? source : unpackFile(source, { file: { path, blocks }, compression, maxBytes });
}

/**
 * Opens a file that is still being received. If it is compressed, the source yields its decompressed content. Waits for
 * the first bytes, or for the whole file if it is a zip archive. Throws FileIncomplete if the upload fails, and the
 * system's error.
 */
export async function openArriving(arrival: Arrival, { maxBytes }: Pick<OpenOptions, 'maxBytes'>): Promise<Source> {
  const { path, fileProgress } = arrival;
  await waitForBytes(fileProgress, HEAD_BYTES);
  const source = await openArrivingSource(arrival);
  const compression = await compressionOfFile({ path }).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  if (compression === null) return source;
  if (compression !== 'zip') return unpackStream(source, maxBytes);
  // The central directory of a zip archive is at its end, so the whole archive must be there.
  await waitForBytes(fileProgress, Infinity);
  return unpackFile(source, { file: { path }, compression, maxBytes });
}

/**
 * Opens standard input. If it is compressed, the source yields its decompressed content. Throws an error with the code
 * EISDIR for a folder.
 */
export function openStandardInput({ maxBytes }: OpenOptions): Source {
  return unpackStream(openStdinSource(), maxBytes);
}

function unpackFile(
  source: Source,
  { file, compression, maxBytes }: { file: LocalFile; compression: Compression; maxBytes: number },
): Source {
  let bytesRead = 0;
  return {
    fileName: source.fileName,
    totalBytes: source.totalBytes,
    bytesRead: () => bytesRead,
    async *chunks(byteOffset, signal) {
      const handle = await openLocalFile(file);
      try {
        const content = unpack({ handle, compression, maxBytes, onRead: (bytes) => (bytesRead += bytes) });
        for await (const chunk of skip(content, byteOffset)) {
          signal?.throwIfAborted();
          yield chunk;
        }
      } finally {
        await handle.close();
      }
    },
    sha256: () => source.sha256(),
    close: () => source.close(),
  };
}

/** Yields the chunks without their first `bytes` bytes. */
async function* skip(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of chunks) {
    if (chunk.length > left) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/**
 * Wraps a source. If its first bytes show that it is compressed, chunks() yields the decompressed content. chunks()
 * throws a RunFailure if the data is damaged or its content is larger than `maxBytes` bytes.
 */
export function unpackStream(source: Source, maxBytes: number): Source {
  return {
    fileName: source.fileName,
    totalBytes: source.totalBytes,
    bytesRead: () => source.bytesRead(),
    async *chunks(byteOffset, signal) {
      const { head, chunks } = await readHead(source.chunks(byteOffset, signal));
      const compression = compressionOf(head);
      if (compression === null) yield* chunks;
      else if (compression === 'zip') yield* unpackSpooled(chunks, maxBytes);
      else yield* inflate({ chunks, method: compression, maxBytes });
    },
    sha256: () => source.sha256(),
    close: () => source.close(),
  };
}

async function readHead(
  source: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; chunks: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]();
  const headChunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    // The source may overwrite the chunk, so its bytes are copied. Buffer.slice() would not copy them.
    headChunks.push(Uint8Array.from(next.value));
    bytes += next.value.length;
  }
  return { head: Buffer.concat(headChunks).subarray(0, HEAD_BYTES), chunks: all(headChunks, iterator) };
}

async function* all(headChunks: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* headChunks;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/**
 * Decompresses a zip archive from a pipe. The archive is first written to a temporary file, because its central
 * directory is at its end.
 */
async function* unpackSpooled(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const path = join(tmpdir(), `specmill-${randomUUID()}.zip`);
  const handle = await open(path, 'wx+', PRIVATE_FILE);
  try {
    await writeAll(handle, chunks, maxBytes);
    yield* unpack({ handle, compression: 'zip', maxBytes });
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    checkSize(bytes, maxBytes);
    for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
  }
}

/** Opens a file that is in memory and not compressed. With `hashes: false`, sha256() returns null. */
function openMemorySource(content: Uint8Array, { fileName, hashes }: { fileName: string; hashes: boolean }): Source {
  let readTo = 0;
  return {
    fileName,
    totalBytes: content.length,
    content,
    bytesRead: () => readTo,
    async *chunks(byteOffset, signal) {
      signal?.throwIfAborted();
      readTo = content.length;
      if (byteOffset < content.length) yield content.subarray(byteOffset);
    },
    sha256: async () => (hashes ? createHash('sha256').update(content).digest('hex') : null),
    close: async () => {},
  };
}
