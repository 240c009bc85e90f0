import { createHash } from 'node:crypto';
import type { Source } from './contract.ts';

/** Opens a file that is in memory and not compressed. With `hashes: false`, sha256() returns null. */
export function openMemorySource(
  content: Uint8Array,
  { fileName, hashes }: { fileName: string; hashes: boolean },
): Source {
  let readTo = 0;
  return {
    fileName,
    totalBytes: content.length,
    content,
    bytesRead: () => readTo,
    async *chunks(byteOffset, signal) {
      signal?.throwIfAborted();
      readTo = content.length;
      if (byteOffset < content.length) yield content.subarray(byteOffset);
    },
    sha256: async () => (hashes ? createHash('sha256').update(content).digest('hex') : null),
    close: async () => {},
  };
}
