import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** More bytes came than may come. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

export interface Writing {
  maxBytes: number;
  signal?: AbortSignal;
  /** Whether a chunk's bytes stay as they are only until the next one is asked for, as those of a Source do. Default: they stay. */
  reusesChunks?: boolean;
  /** Told how many bytes are written by now. */
  onWritten(bytes: number): void;
}

/** So many bytes are written at once: each call costs as much as it takes to copy some ten thousand bytes. */
const WRITTEN_AT_ONCE_BYTES = 512 * 1024;
const WRITTEN_AT_ONCE_CHUNKS = 256;

/**
 * Writes a file as it comes, at the disk's pace, and hashes it (SHA-256, hexadecimal) on the way.
 * Throws FileTooLarge, the system's errors, and what the chunks or the signal throw.
 */
export async function writeChunks(
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, signal, reusesChunks = false, onWritten }: Writing,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  /** One is written while the next is gathered. */
  async function write(): Promise<void> {
    const [some, to] = [gathered, bytes];
    gathered = [];
    gatheredBytes = 0;
    await writing;
    writing = writeAll(handle, some).then(() => onWritten(to));
    // Awaited later: until then a failure must not count as unhandled.
    writing.catch(() => {});
  }

  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      if (reusesChunks || gatheredBytes >= WRITTEN_AT_ONCE_BYTES || gathered.length >= WRITTEN_AT_ONCE_CHUNKS)
        await write();
      // While it is written.
      hash.update(chunk);
      if (reusesChunks) await writing;
    }
    signal?.throwIfAborted();
    await write();
    await writing;
  } finally {
    // Nothing is written any more when the file is closed.
    await writing.catch(() => {});
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  for (let left = chunks.filter(({ length }) => length > 0); left.length > 0; ) {
    const { bytesWritten } = await handle.writev(left);
    left = behind(left, bytesWritten);
  }
}

/** Some chunks without their first bytes. */
function behind(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = bytes;
  const left: Uint8Array[] = [];
  for (const chunk of chunks) {
    if (chunk.length > skipped) left.push(skipped === 0 ? chunk : chunk.subarray(skipped));
    skipped = Math.max(0, skipped - chunk.length);
  }
  return left;
}
