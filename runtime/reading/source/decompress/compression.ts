/** The compression of a file. The content of the file determines it, not its name. */
export type Compression = 'gzip' | 'zip' | 'zstd';

/** Number of bytes at the start of a file that determine its compression. */
export const HEAD_BYTES = 4;

/**
 * Returns the compression of a file that starts with these bytes (RFC 1952, APPNOTE.TXT 4.3.7 and 4.3.16, RFC 8878);
 * null if it is not compressed.
 */
export function compressionOf(head: Uint8Array): Compression | null {
  const [a = 0, b = 0, c = 0, d = 0] = head;
  if (a === 0x1f && b === 0x8b && c === 0x08) return 'gzip';
  if (a === 0x50 && b === 0x4b && ((c === 0x03 && d === 0x04) || (c === 0x05 && d === 0x06))) return 'zip';
  const isSkippable = (a & 0xf0) === 0x50 && b === 0x2a && c === 0x4d && d === 0x18;
  return isSkippable || (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) ? 'zstd' : null;
}
