import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { collectBuffers } from '../../../base/program/collect-buffers.ts';

/** A received file exceeds its size limit. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The options of writeChunks(). */
export interface WriteOptions {
  maxBytes: number;
  signal?: AbortSignal;
  /** Whether a chunk may be overwritten when the next one is requested, like the chunks of a Source. Default: false. */
  reusesChunks?: boolean;
  /** Called after each write with the number of bytes written so far. */
  onWritten(bytes: number): void;
}

/**
 * Small chunks are written together, up to these limits, because a write call takes as long as copying about 10,000
 * bytes.
 */
const WRITE_BATCH_BYTES = 512 * 1024;
const WRITE_BATCH_CHUNKS = 256;

/** The chunks of all files that this thread receives. */
const noteBuffers = collectBuffers('young');

/**
 * Writes chunks to a file while they arrive, and computes their hash. Returns the size in bytes and the SHA-256
 * (hexadecimal). Throws FileTooLarge, the system's errors, the errors of `chunks`, and the reason of `signal` if it is
 * aborted. The caller closes the file.
 */
export async function writeChunks(
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, signal, reusesChunks = false, onWritten }: WriteOptions,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  /** Waits for the previous write, then starts to write the gathered chunks. */
  async function write(): Promise<void> {
    const [some, to] = [gathered, bytes];
    gathered = [];
    gatheredBytes = 0;
    await writing;
    writing = writeAll(handle, some).then(() => onWritten(to));
    // The promise is awaited later. Without this line, Node.js would report an earlier rejection as unhandled.
    writing.catch(() => {});
  }

  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      if (reusesChunks || gatheredBytes >= WRITE_BATCH_BYTES || gathered.length >= WRITE_BATCH_CHUNKS) await write();
      // The chunk is hashed while the system writes.
      hash.update(chunk);
      if (reusesChunks) await writing;
      else noteBuffers(chunk.length);
    }
    signal?.throwIfAborted();
    await write();
    await writing;
  } finally {
    // No write may be in progress when the caller closes the file.
    await writing.catch(() => {});
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Yields chunks. Throws FileTooLarge if they have more than `maxBytes` bytes. */
export async function* limitBytes(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
    yield chunk;
  }
}

async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  for (let left = chunks.filter(({ length }) => length > 0); left.length > 0; ) {
    const { bytesWritten } = await handle.writev(left);
    left = pendingWrite(left, bytesWritten);
  }
}

/** Returns the chunks that remain after their first `bytes` bytes were written. */
function pendingWrite(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = bytes;
  const left: Uint8Array[] = [];
  for (const chunk of chunks) {
    if (chunk.length > skipped) left.push(skipped === 0 ? chunk : chunk.subarray(skipped));
    skipped = Math.max(0, skipped - chunk.length);
  }
  return left;
}
