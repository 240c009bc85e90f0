import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { nameSmallFile } from '../../base/model/small-file-name.ts';
import { FileTooLarge } from './disk/write-chunks.ts';
import type { ReceiveOptions, SpooledFile } from './spool.ts';

/**
 * The memory for small files that arrive. To write them to disk takes longer than to read them, so a dry run needs no other
 * place, and the file of a run is stored together with the run.
 */
export interface FileMemory {
  /**
   * Receives a file into memory, and computes its hash. `bytes` is the size of the file or a larger number. Returns null
   * if `bytes` is too large, or if the memory is in use by other files: then the file belongs in the spool. The promise
   * rejects with FileTooLarge, and with the errors of `chunks`. A file that was received must be passed to release().
   */
  receive(chunks: AsyncIterable<Uint8Array>, bytes: number, file: ReceiveOptions): Promise<SpooledFile> | null;
  /** Frees the memory of a file. Does nothing for other files. */
  release(file: SpooledFile): void;
}

/** Size limits in bytes: of one file, and of all files together. */
export interface FileMemoryLimits {
  maxFileBytes: number;
  maxBytes: number;
}

/** A file of this size takes about as long to read as to write to disk. */
const DEFAULT_LIMITS: FileMemoryLimits = { maxFileBytes: 256 * 1024, maxBytes: 16 * 1024 * 1024 };

/** Creates the memory for small files. `folder` is for large temporary data that reading them may need. */
export function createFileMemory(folder: string, { maxFileBytes, maxBytes } = DEFAULT_LIMITS): FileMemory {
  const reserved = new WeakMap<SpooledFile, number>();
  let used = 0;
  return {
    receive(chunks, bytes, file) {
      if (bytes > maxFileBytes || used + bytes > maxBytes) return null;
      used += bytes;
      return readAll(chunks, Math.min(bytes, file.maxBytes)).then(
        (content) => {
          const sha256 = createHash('sha256').update(content).digest('hex');
          const received = {
            path: join(folder, nameSmallFile()),
            fileName: file.fileName,
            bytes: content.length,
            sha256,
            content,
          };
          reserved.set(received, bytes);
          return received;
        },
        (error: unknown) => {
          used -= bytes;
          throw error;
        },
      );
    },
    release(file) {
      used -= reserved.get(file) ?? 0;
      reserved.delete(file);
    },
  };
}

/** Returns the chunks as one array of its own. Throws FileTooLarge if they have more than `maxBytes` bytes. */
async function readAll(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
    parts.push(chunk);
  }
  // A message to a thread copies the whole buffer, and a small Buffer shares its buffer with others.
  const content = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    content.set(part, at);
    at += part.length;
  }
  return content;
}
