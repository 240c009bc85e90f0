import { fstatSync } from 'node:fs';
import { createDescriptorSource } from './file-source.ts';
import type { Source } from './contract.ts';
import { createHash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';

/**
 * Opens standard input. If a file is redirected into it (`< a.csv`), its size is known; otherwise standard input is
 * read as a stream. With `hashes: false`, sha256() returns null. Throws an error with the code EISDIR for a folder.
 */
export function openStdinSource({ hashes = true }: { hashes?: boolean | undefined } = {}): Source {
  const stats = fstatSync(0);
  // Without this check, Node.js would return an empty stream.
  if (stats.isDirectory()) throw Object.assign(new Error('EISDIR: standard input is a directory'), { code: 'EISDIR' });
  return stats.isFile()
    ? createDescriptorSource(0, '-', { size: stats.size, hashes })
    : createStreamSource(process.stdin, '-', hashes);
}

/**
 * Creates a source that reads a stream, such as a pipe, once and from its start. sha256() returns null until the stream
 * was read to its end, and always without `hashes`.
 */
export function createStreamSource(stream: Readable, fileName: string, hashes = true): Source {
  const hash = createHash('sha256');
  let bytesRead = 0;
  let atEnd = false;

  async function* chunks(byteOffset: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    if (byteOffset > 0) throw new Error('a pipe can only be read from its start');
    if (signal !== undefined) addAbortSignal(signal, stream);
    try {
      // The cast is safe: a Readable that has no encoding and is not in object mode yields Buffers.
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        if (hashes) hash.update(chunk);
        bytesRead += chunk.length;
        yield chunk;
      }
      atEnd = true;
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  }

  return {
    fileName,
    totalBytes: null,
    bytesRead: () => bytesRead,
    chunks,
    sha256: async () => (hashes && atEnd ? hash.digest('hex') : null),
    close: async () => void stream.destroy(),
  };
}
