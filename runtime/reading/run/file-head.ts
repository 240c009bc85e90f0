import { createSyncReader } from '../source/disk/file-progress.ts';
import type { Source } from '../source/contract.ts';

/** The first bytes of a file. */
export interface FileHead {
  bytes: Uint8Array;
  /** Whether `bytes` is the whole file. */
  isAll: boolean;
}

/**
 * Copies the first `maxBytes` bytes of a file while the file is read. It serves for files that can be read only once.
 */
export class FileHeadCopy {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #isAll = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Yields the same chunks and copies the first bytes. `chunks` must begin at the start of the file. */
  async *copy(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (this.#length < this.#maxBytes) {
        this.#chunks.push(chunk.slice(0, this.#maxBytes - this.#length));
        this.#length += chunk.length;
      }
      yield chunk;
    }
    this.#isAll = this.#length <= this.#maxBytes;
  }

  /** Returns the bytes copied so far. `isAll` is false unless copy() has ended. */
  take(): FileHead {
    return { bytes: Buffer.concat(this.#chunks), isAll: this.#isAll };
  }
}

/**
 * Reads at most `maxBytes` bytes from the start of a file on disk or in memory. Waits for the bytes if the file is still
 * being received. Returns null if the file is compressed, and for a pipe.
 */
export async function readFileHead({ seekable, content }: Source, maxBytes: number): Promise<FileHead | null> {
  if (content !== undefined) return { bytes: content.subarray(0, maxBytes), isAll: content.length <= maxBytes };
  if (seekable === undefined) return null;
  const bytes = Buffer.allocUnsafeSlow(Math.min(maxBytes, seekable.bytes) + 1);
  const length = await createSyncReader(seekable.shared)(bytes, 0);
  return { bytes: bytes.subarray(0, Math.min(length, maxBytes)), isAll: length <= maxBytes };
}
