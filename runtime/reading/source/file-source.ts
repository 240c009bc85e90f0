import { createHash } from 'node:crypto';
import { read as fsRead } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import {
  type FileProgress,
  createReader,
  failIncomplete,
  type SharedFile,
  waitForBytes,
} from './disk/file-progress.ts';
import type { FileBlocks } from './disk/file-blocks.ts';
import { type ReadAt, readAhead, readNow } from './disk/read-ahead.ts';
import type { SeekableFile, Source } from './contract.ts';

const HASH_CHUNK_BYTES = 512 * 1024;

/**
 * Opens a file on disk. `fileName` is its name in results. With `hashes: false`, sha256() returns null. `blocks` are those
 * of a local copy of an object. Throws the system's error; for a folder, an error with the code EISDIR.
 */
export async function openFileSource(
  path: string,
  fileName = basename(path),
  { hashes = true, blocks }: { hashes?: boolean; blocks?: FileBlocks | undefined } = {},
): Promise<Source> {
  const handle = await open(path, 'r');
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw Object.assign(new Error(`EISDIR: ${path} is a directory`), { code: 'EISDIR', path });
  }
  const close = (): Promise<void> => handle.close();
  if (!stats.isFile())
    return new FileSource({
      fileName,
      totalBytes: null,
      shared: null,
      hashes,
      read: async (buffer) => (await handle.read(buffer, 0, buffer.length, null)).bytesRead,
      close,
    });
  const shared = { descriptor: handle.fd, blocks };
  return new FileSource({ fileName, totalBytes: stats.size, shared, hashes, read: createReader(shared), close });
}

/** A file that is still being received. */
export interface Arrival {
  path: string;
  fileName: string;
  fileProgress: FileProgress;
  /** Expected size in bytes; null if unknown. */
  expectedBytes: number | null;
}

/**
 * Opens a file that is still being received. Waits until it has at least one byte. Its sha256() returns null, because
 * the receiver computes the hash. Throws FileIncomplete if the upload fails, and the system's error.
 */
export async function openArrivingSource({ path, fileName, fileProgress, expectedBytes }: Arrival): Promise<Source> {
  await waitForBytes(fileProgress, 1);
  const handle = await open(path, 'r').catch((error: unknown) => failIncomplete(fileProgress, error));
  const shared = { descriptor: handle.fd, fileProgress };
  return new FileSource({
    fileName,
    totalBytes: expectedBytes,
    shared,
    hashes: false,
    read: createReader(shared),
    close: () => handle.close(),
  });
}

/**
 * Creates a source from an open file descriptor. It reads from the descriptor's current position to the end. `size` is
 * the size of the file in bytes, for progress only. With `hashes: false`, sha256() returns null. close() does not close
 * the descriptor.
 */
export function createDescriptorSource(
  descriptor: number,
  fileName: string,
  { size, hashes = true }: { size: number; hashes?: boolean },
): Source {
  const read: ReadAt = async (buffer) => (await readDescriptor(descriptor, buffer, 0, buffer.length, null)).bytesRead;
  return new FileSource({ fileName, totalBytes: size, shared: null, hashes, read, close: async () => {} });
}

const readDescriptor = promisify(fsRead);

interface OpenFile {
  fileName: string;
  totalBytes: number | null;
  /** Null if the file can only be read once, from its start (a pipe). */
  shared: SharedFile | null;
  hashes: boolean;
  /** Reads at an offset. If `shared` is null, ignores the offset and reads from the current position. */
  read: ReadAt;
  close: () => Promise<void>;
}

/** Reads a file and computes its hash at the same time. While one chunk is processed, the next one is read. */
class FileSource implements Source {
  readonly fileName: string;
  readonly totalBytes: number | null;
  readonly seekable?: SeekableFile;
  readonly #file: OpenFile;
  readonly #hash = createHash('sha256');
  #hashedTo = 0;
  #hashBuffer: Buffer | null = null;
  #readTo = 0;
  #atEnd = false;

  constructor(file: OpenFile) {
    this.#file = file;
    this.fileName = file.fileName;
    this.totalBytes = file.totalBytes;
    const { shared, totalBytes } = file;
    if (shared === null) return;
    this.seekable = {
      shared,
      bytes: totalBytes ?? Infinity,
      setReadPosition: (byteOffset) => void (this.#readTo = byteOffset),
      hashTo: (byteOffset) => this.#hashTo(byteOffset),
    };
  }

  bytesRead(): number {
    return this.#readTo;
  }

  async *chunks(byteOffset: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    if (this.#file.shared === null && byteOffset > 0) throw new Error('a pipe can only be read from its start');
    this.#readTo = byteOffset;
    for await (const chunk of this.#readFrom(byteOffset)) {
      signal?.throwIfAborted();
      this.#addToHash(chunk);
      this.#readTo += chunk.length;
      yield chunk;
    }
  }

  async sha256(): Promise<string | null> {
    if (!this.#file.hashes || (this.#file.shared === null && !this.#atEnd)) return null;
    if (this.#file.shared !== null) {
      for await (const chunk of this.#readFrom(this.#hashedTo)) this.#hash.update(chunk);
    }
    return this.#hash.digest('hex');
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async *#readFrom(byteOffset: number): AsyncGenerator<Uint8Array> {
    yield* readAhead(this.#file.read, byteOffset, Infinity);
    this.#atEnd = true;
  }

  #addToHash(chunk: Uint8Array): void {
    if (!this.#file.hashes || this.#readTo !== this.#hashedTo) return;
    this.#hash.update(chunk);
    this.#hashedTo += chunk.length;
  }

  /**
   * Adds to the hash the bytes that other threads have read. They are still in the page cache of the system, so reading
   * them again is fast.
   */
  #hashTo(byteOffset: number): void {
    const { hashes, shared } = this.#file;
    if (!hashes || shared === null) return;
    const buffer = (this.#hashBuffer ??= Buffer.allocUnsafeSlow(HASH_CHUNK_BYTES));
    while (byteOffset - this.#hashedTo >= HASH_CHUNK_BYTES) {
      const bytesRead = readNow(shared.descriptor, buffer, this.#hashedTo);
      if (bytesRead === 0) return;
      this.#hash.update(buffer.subarray(0, bytesRead));
      this.#hashedTo += bytesRead;
    }
  }
}
