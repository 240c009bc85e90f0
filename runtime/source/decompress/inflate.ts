import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { RunFailure } from '../../model/run-failure.ts';
import { ZstdFrames } from './zstd-frames.ts';

/** What is decompressed, and how far it may swell. */
export interface Inflating {
  /** The compressed bytes. A chunk may be overwritten once the next one is asked for. */
  chunks: AsyncIterable<Uint8Array>;
  method: 'gzip' | 'deflate' | 'zstd';
  /** Most bytes that may come out. */
  maxBytes: number;
}

const CHUNK_BYTES = 256 * 1024;
/** Deflate never reaches more than 1,032; a table of blanks stays far below this. */
const MAX_RATIO = 500;
const RATIO_EXEMPT_BYTES = 64 * 1024 * 1024;

/**
 * Decompresses as the bytes come, holding a chunk or two. Throws a RunFailure where they are damaged
 * (`decompression_failed`), or more comes out than may (`decompressed_too_large`); else what the chunks throw.
 */
export async function* inflate({ chunks, method, maxBytes }: Inflating): AsyncGenerator<Uint8Array> {
  const stream = createDecompressor(method);
  const frames = method === 'zstd' ? new ZstdFrames() : null;
  const source = Readable.from(copies(chunks, frames), { highWaterMark: 1 });
  // Where one of the two fails the other ends as well; the error is met below.
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
      throw new RunFailure('decompression_failed', `the file cannot be decompressed: ${CUT_OFF}`);
  } catch (error) {
    throw isDamage(error)
      ? new RunFailure('decompression_failed', `the file cannot be decompressed: ${reasonOf(error)}`)
      : error;
  }
}

/** Throws where a file holds more than it may. */
export function checkSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new RunFailure(
      'decompressed_too_large',
      `the file holds more than ${maxBytes} bytes once it is decompressed`,
    );
}

/** Whether this Node.js can decompress zstd: from 22.15 on. */
export function hasZstd(): boolean {
  return 'createZstdDecompress' in zlib;
}

async function* copies(chunks: AsyncIterable<Uint8Array>, frames: ZstdFrames | null): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    frames?.add(chunk);
    yield Buffer.from(chunk);
  }
}

/** `bytesWritten`: compressed bytes that are worked off. */
type Decompressor = Transform & { bytesWritten: number };

function createDecompressor(method: Inflating['method']): Decompressor {
  const options = { chunkSize: CHUNK_BYTES };
  if (method === 'gzip') return zlib.createGunzip(options);
  if (method === 'deflate') return zlib.createInflateRaw(options);
  // Known to the types of later versions of Node.js only.
  const create = (zlib as { createZstdDecompress?: (options: object) => Decompressor }).createZstdDecompress;
  if (create === undefined)
    throw new RunFailure(
      'decompression_failed',
      `the file is compressed with zstd, which Node.js ${process.versions.node} cannot read; 22.15 can`,
    );
  return create(options);
}

/** `given`: compressed bytes that became these. */
function checkRatio(bytes: number, given: number): void {
  if (bytes <= RATIO_EXEMPT_BYTES || bytes <= given * MAX_RATIO) return;
  throw new RunFailure(
    'decompressed_too_large',
    `the file is more than ${MAX_RATIO} times as large once it is decompressed`,
  );
}

function isDamage(error: unknown): error is NodeJS.ErrnoException {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code.startsWith('ZSTD_');
}

function reasonOf({ message }: Error): string {
  return message === 'unexpected end of file' ? CUT_OFF : message;
}

const CUT_OFF = 'it ends before its compressed data does';
