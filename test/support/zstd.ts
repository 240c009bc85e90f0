import * as zlib from 'node:zlib';

/** Compresses bytes as Zstandard. Null where Node.js cannot: before 22.15. */
export function compressZstd(bytes: Uint8Array): Buffer | null {
  // The types are those of Node.js 20.
  const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Uint8Array) => Buffer };
  return zstdCompressSync?.(bytes) ?? null;
}
