import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { RunFailure } from '../../../base/model/run-failure.ts';
import { ZstdFrames } from './zstd-frames.ts';

/** Compressed data, and the size limit of its content. */
export interface InflateInput {
  /** The compressed bytes. They may be overwritten when the next chunk is requested. */
  chunks: AsyncIterable<Uint8Array>;
  method: 'gzip' | 'deflate' | 'zstd';
  /** Size limit of the decompressed content, in bytes. */
  maxBytes: number;
}

const CHUNK_BYTES = 256 * 1024;
/**
 * Maximum ratio of content to compressed data. Deflate cannot exceed 1,032. Even a table of blanks has a ratio below
 * 500.
 */
const MAX_RATIO = 500;
const RATIO_EXEMPT_BYTES = 64 * 1024 * 1024;

/**
 * Yields the decompressed content. Only one or two chunks are in memory at a time. Throws the errors of `chunks`, and a
 * RunFailure. Its code is `decompression_failed` if the data is damaged. It is `decompressed_too_large` if the content
 * exceeds `maxBytes`, or if it exceeds 64 MiB and is more than 500 times as large as the compressed data.
 */
export async function* inflate({ chunks, method, maxBytes }: InflateInput): AsyncGenerator<Uint8Array> {
  const stream = createDecompressor(method);
  const frames = method === 'zstd' ? new ZstdFrames() : null;
  const source = Readable.from(copies(chunks, frames), { highWaterMark: 1 });
  // After an error, pipeline() destroys both streams, and the loop below throws the error. The callback has nothing to
  // do.
  pipeline(source, stream, () => {});
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      checkSize(bytes, maxBytes);
      checkRatio(bytes, stream.bytesWritten);
      yield chunk;
    }
    if (frames !== null && !frames.isWhole)
      throw new RunFailure('decompression_failed', `the file cannot be decompressed: ${UNEXPECTED_END}`);
  } catch (error) {
    throw isDamage(error)
      ? new RunFailure('decompression_failed', `the file cannot be decompressed: ${reasonOf(error)}`)
      : error;
  }
}

/** Throws a RunFailure `decompressed_too_large` if `bytes` exceeds `maxBytes`. */
export function checkSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new RunFailure(
      'decompressed_too_large',
      `the decompressed file is larger than the limit of ${maxBytes} bytes`,
    );
}

/** Returns true if this version of Node.js can decompress zstd (22.15 or newer). */
export function hasZstd(): boolean {
  return 'createZstdDecompress' in zlib;
}

async function* copies(chunks: AsyncIterable<Uint8Array>, frames: ZstdFrames | null): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    frames?.add(chunk);
    yield Buffer.from(chunk);
  }
}

/** A stream that decompresses. `bytesWritten` is the number of compressed bytes that it has consumed. */
type Decompressor = Transform & { bytesWritten: number };

function createDecompressor(method: InflateInput['method']): Decompressor {
  const options = { chunkSize: CHUNK_BYTES };
  if (method === 'gzip') return zlib.createGunzip(options);
  if (method === 'deflate') return zlib.createInflateRaw(options);
  // The installed type declarations belong to an older version of Node.js, which has no zstd.
  const create = (zlib as { createZstdDecompress?: (options: object) => Decompressor }).createZstdDecompress;
  if (create === undefined)
    throw new RunFailure(
      'decompression_failed',
      `the file is compressed with zstd, which requires Node.js 22.15 or newer (this is ${process.versions.node})`,
    );
  return create(options);
}

/** Throws a RunFailure if `bytes` bytes of content are too many for `compressedBytes` bytes of compressed data. */
function checkRatio(bytes: number, compressedBytes: number): void {
  if (bytes <= RATIO_EXEMPT_BYTES || bytes <= compressedBytes * MAX_RATIO) return;
  throw new RunFailure(
    'decompressed_too_large',
    `the decompressed file is more than ${MAX_RATIO} times larger than the compressed one`,
  );
}

function isDamage(error: unknown): error is NodeJS.ErrnoException {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code.startsWith('ZSTD_');
}

function reasonOf({ message }: Error): string {
  return message === 'unexpected end of file' ? UNEXPECTED_END : message;
}

const UNEXPECTED_END = 'it is truncated';
