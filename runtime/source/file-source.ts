import { createHash } from 'node:crypto';
import { read as fsRead } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import type { Source } from './source.ts';

const CHUNK_BYTES = 512 * 1024;

/** Opens a file of the disk. Throws the system's error; a folder is EISDIR. */
export async function openFileSource(path: string, fileName = basename(path)): Promise<Source> {
  const handle = await open(path, 'r');
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw Object.assign(new Error(`EISDIR: ${path} is a directory`), { code: 'EISDIR', path });
  }
  const read: ReadAt = (buffer, position) => handle.read(buffer, 0, buffer.length, position);
  return new FileSource({ fileName, totalBytes: stats.isFile() ? stats.size : null, seekable: stats.isFile(), read, close: () => handle.close() });
}

/** Reads an open file of the process from where it stands, to its end; `size` in bytes is for progress. */
export function makeDescriptorSource(descriptor: number, fileName: string, size: number): Source {
  const read: ReadAt = (buffer) => readDescriptor(descriptor, buffer, 0, buffer.length, null);
  return new FileSource({ fileName, totalBytes: size, seekable: false, read, close: async () => {} });
}

const readDescriptor = promisify(fsRead);

/** Fills `buffer` from `position`, or from where the file stands (null). */
type ReadAt = (buffer: Buffer, position: number | null) => Promise<{ bytesRead: number }>;

interface OpenFile {
  fileName: string;
  totalBytes: number | null;
  /** Whether it can be read from any offset, and again. */
  seekable: boolean;
  read: ReadAt;
  close: () => Promise<void>;
}

/** Reads by offset, hashes on the way, and reads ahead by one chunk. */
class FileSource implements Source {
  readonly fileName: string;
  readonly totalBytes: number | null;
  readonly #file: OpenFile;
  readonly #hash = createHash('sha256');
  #hashedTo = 0;
  #readTo = 0;
  #atEnd = false;

  constructor(file: OpenFile) {
    this.#file = file;
    this.fileName = file.fileName;
    this.totalBytes = file.totalBytes;
  }

  bytesRead(): number {
    return this.#readTo;
  }

  async *chunks(byteOffset: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    if (!this.#file.seekable && byteOffset > 0) throw new Error('a pipe cannot be read from its middle');
    this.#readTo = byteOffset;
    for await (const chunk of this.#read(byteOffset)) {
      signal?.throwIfAborted();
      this.#addToHash(chunk);
      this.#readTo += chunk.length;
      yield chunk;
    }
  }

  async sha256(): Promise<string | null> {
    if (!this.#file.seekable && !this.#atEnd) return null;
    if (this.#file.seekable) {
      for await (const chunk of this.#read(this.#hashedTo)) this.#hash.update(chunk);
    }
    return this.#hash.digest('hex');
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  // Two buffers in turn: one is filled while the other is worked on, and no chunk allocates.
  async *#read(from: number): AsyncGenerator<Uint8Array> {
    const buffers = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)] as const;
    let at = from;
    let pending = this.#readAt(buffers[0], at);
    try {
      for (let turn = 0; ; turn = 1 - turn) {
        const bytesRead = await pending;
        if (bytesRead === 0) break;
        at += bytesRead;
        pending = this.#readAt(buffers[turn === 0 ? 1 : 0], at);
        yield buffers[turn === 0 ? 0 : 1].subarray(0, bytesRead);
      }
      this.#atEnd = true;
    } finally {
      await pending.catch(() => {});
    }
  }

  #readAt(buffer: Buffer, at: number): Promise<number> {
    const reading = this.#file.read(buffer, this.#file.seekable ? at : null).then(({ bytesRead }) => bytesRead);
    // Awaited later: until then a failure must not count as unhandled.
    reading.catch(() => {});
    return reading;
  }

  #addToHash(chunk: Uint8Array): void {
    if (this.#readTo !== this.#hashedTo) return;
    this.#hash.update(chunk);
    this.#hashedTo += chunk.length;
  }
}
