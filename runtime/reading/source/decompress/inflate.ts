import type { Transform } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import * as zlib from 'node:zlib';
import { RunFailure } from '../../../base/model/run-failure.ts';
import { damagedData, dataAfterEnd, truncatedData, UNEXPECTED_END } from './data/damaged-data.ts';
import { ZstdFrames } from './zstd-frames.ts';

/** Compressed data, and the size limit of its content. */
export interface InflateInput {
  /** The compressed bytes. They may be overwritten when the next chunk is requested. */
  chunks: AsyncIterable<Uint8Array>;
  method: StreamMethod | keyof typeof DECODERS;
  /** Size limit of the decompressed content, in bytes. */
  maxBytes: number;
}

/** The methods that Node.js decompresses. */
type StreamMethod = 'gzip' | 'deflate' | 'zstd';

/** The methods that Node.js does not know. Their code is loaded only when it is needed. */
const DECODERS = {
  bzip2: async () => (await import('./bzip2/read-bzip2.ts')).readBzip2,
  xz: async () => (await import('./xz/read-xz.ts')).readXz,
} as const;

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
  if (method === 'bzip2' || method === 'xz') yield* decode(chunks, method, maxBytes);
  else yield* inflateStream({ chunks, method, maxBytes });
}

async function* decode(
  chunks: AsyncIterable<Uint8Array>,
  method: keyof typeof DECODERS,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let compressedBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      compressedBytes += chunk.length;
      yield chunk;
    }
  }
  const read = await DECODERS[method]();
  let bytes = 0;
  for await (const chunk of read(counted())) {
    bytes += chunk.length;
    checkSize(bytes, maxBytes);
    checkRatio(bytes, compressedBytes);
    yield chunk;
    // These methods take up to 0.1 s for a chunk of this thread, which may have others to serve.
    await setImmediate();
  }
}

async function* inflateStream({
  chunks,
  method,
  maxBytes,
}: InflateInput & { method: StreamMethod }): AsyncGenerator<Uint8Array> {
  const stream = createDecompressor(method);
  const frames = method === 'zstd' ? new ZstdFrames() : null;
  const input = new CompressedInput(stream);
  const fed = feed(chunks, { input, frames });
  // The loop below throws the error of the stream, or waits for the end of the input.
  fed.catch(() => {});
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      checkSize(bytes, maxBytes);
      checkRatio(bytes, stream.bytesWritten);
      yield chunk;
    }
    input.end();
    const rest = await fed;
    if (rest === 'OTHER' || (rest === 'ZEROS' && method !== 'gzip')) throw dataAfterEnd();
    if (frames !== null && !frames.isWhole) throw truncatedData();
  } catch (error) {
    throw isDamage(error) ? damagedData(reasonOf(error)) : error;
  } finally {
    input.end();
    stream.destroy();
  }
}

/** What follows the compressed content: nothing, bytes that are zero, or others. */
type Rest = 'NOTHING' | 'ZEROS' | 'OTHER';

/**
 * The chunks that a decompressor has received. Node.js ends without an error at a NUL after a member of gzip, and at the
 * end of a deflate stream, whatever follows. So the bytes that it has not consumed must be looked at.
 */
class CompressedInput {
  /** Chunks with bytes that may not be consumed. `from` is the offset of the first one in the input. */
  #kept: Buffer[] = [];
  #keptFrom = 0;
  #isEnded = false;
  #resolveEnded: () => void = () => {};
  /** Resolves when the decompressor has ended. */
  readonly ended = new Promise<void>((resolve) => (this.#resolveEnded = resolve));

  constructor(readonly stream: Decompressor) {
    stream.once('error', () => this.end());
  }

  /** Whether the decompressor takes no more bytes. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  end(): void {
    this.#isEnded = true;
    this.#resolveEnded();
  }

  /** Passes a chunk on. Resolves when the decompressor takes another one, or has ended. */
  async write(chunk: Buffer): Promise<void> {
    this.#forget();
    this.#kept.push(chunk);
    if (this.stream.write(chunk)) return;
    await Promise.race([this.ended, new Promise((resolve) => this.stream.once('drain', resolve))]);
  }

  /** Returns the bytes that were passed on but not consumed. */
  unread(): Buffer[] {
    this.#forget();
    const [first, ...others] = this.#kept;
    return first === undefined ? [] : [first.subarray(this.stream.bytesWritten - this.#keptFrom), ...others];
  }

  #forget(): void {
    const consumed = this.stream.bytesWritten;
    for (let first = this.#kept[0]; first !== undefined; first = this.#kept[0]) {
      if (this.#keptFrom + first.length > consumed) return;
      this.#keptFrom += first.length;
      this.#kept.shift();
    }
  }
}

/** Passes all chunks to the decompressor. Returns what follows the compressed content. */
async function feed(
  chunks: AsyncIterable<Uint8Array>,
  { input, frames }: { input: CompressedInput; frames: ZstdFrames | null },
): Promise<Rest> {
  const { stream } = input;
  let rest: Rest = 'NOTHING';
  try {
    for await (const chunk of chunks) {
      frames?.add(chunk);
      if (input.isEnded) rest = worseRest(rest, [chunk]);
      // A copy, because the chunk may be overwritten.
      else await input.write(Buffer.from(chunk));
      if (rest === 'OTHER' || stream.destroyed) break;
    }
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  if (!input.isEnded) {
    stream.end();
    await input.ended;
  }
  return worseRest(rest, input.unread());
}

function worseRest(rest: Rest, chunks: readonly Uint8Array[]): Rest {
  for (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (!chunk.every((byte) => byte === 0)) return 'OTHER';
    rest = 'ZEROS';
  }
  return rest;
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

/** A stream that decompresses. `bytesWritten` is the number of compressed bytes that it has consumed. */
type Decompressor = Transform & { bytesWritten: number };

function createDecompressor(method: StreamMethod): Decompressor {
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
