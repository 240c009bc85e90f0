import { createHash } from 'node:crypto';
import { read as fsRead } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { type FileProgress, createReader, type SharedFile, waitForBytes } from './disk/file-progress.ts';
import { type ReadAt, readAhead, readNow } from './disk/read-ahead.ts';
import type { SeekableFile, Source } from './contract.ts';

const HASHED_AT_ONCE_BYTES = 512 * 1024;

/** Opens a file of the disk. `hashes`: whether its hash is computed; otherwise it is null. Throws the system's error; a folder is EISDIR. */
export async function openFileSource(path: string, fileName = basename(path), { hashes = true } = {}): Promise<Source> {
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
  const shared = { descriptor: handle.fd };
  return new FileSource({ fileName, totalBytes: stats.size, shared, hashes, read: createReader(shared), close });
}

/** A file that is still being received, and where it lies. */
export interface Arrival {
  path: string;
  fileName: string;
  fileProgress: FileProgress;
  /** About how large it will be, in bytes; null where nothing is known. */
  expectedBytes: number | null;
}

/** Opens a file that is still being received, when there is something of it; its hash is for those who receive it. Throws FileIncomplete, the system's error. */
export async function openArrivingSource({ path, fileName, fileProgress, expectedBytes }: Arrival): Promise<Source> {
  await waitForBytes(fileProgress, 1);
  const handle = await open(path, 'r');
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

/** Reads an open file of the process from where it stands, to its end; `size` in bytes is for progress. */
export function createDescriptorSource(descriptor: number, fileName: string, size: number): Source {
  const read: ReadAt = async (buffer) => (await readDescriptor(descriptor, buffer, 0, buffer.length, null)).bytesRead;
  return new FileSource({ fileName, totalBytes: size, shared: null, hashes: true, read, close: async () => {} });
}

const readDescriptor = promisify(fsRead);

interface OpenFile {
  fileName: string;
  totalBytes: number | null;
  /** Null where it cannot be read from any offset, and again. */
  shared: SharedFile | null;
  hashes: boolean;
  /** Reads from where the file stands where it has no offsets. */
  read: ReadAt;
  close: () => Promise<void>;
}

/** Reads by offset, hashes on the way, and reads ahead by one chunk. */
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
    if (this.#file.shared === null && byteOffset > 0) throw new Error('a pipe cannot be read from its middle');
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

  /** Hashes behind those who read: what they have read is still in the memory of the system, so that it is not waited for. */
  #hashTo(byteOffset: number): void {
    const { hashes, shared } = this.#file;
    if (!hashes || shared === null) return;
    const buffer = (this.#hashBuffer ??= Buffer.allocUnsafeSlow(HASHED_AT_ONCE_BYTES));
    while (byteOffset - this.#hashedTo >= HASHED_AT_ONCE_BYTES) {
      const bytesRead = readNow(shared.descriptor, buffer, this.#hashedTo);
      if (bytesRead === 0) return;
      this.#hash.update(buffer.subarray(0, bytesRead));
      this.#hashedTo += bytesRead;
    }
  }
}
