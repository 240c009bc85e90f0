/** The compression of a file. The content of the file determines it, not its name. */
export type Compression = 'gzip' | 'zip' | 'zstd' | 'bzip2' | 'xz';

/** Number of bytes at the start of a file that determine its compression. */
export const HEAD_BYTES = 10;

/**
 * Returns the compression of a file that starts with these bytes (RFC 1952, APPNOTE.TXT 4.3.7 and 4.3.16, RFC 8878, .xz 1.2);
 * null if it is not compressed.
 */
export function compressionOf(head: Uint8Array): Compression | null {
  const [a = 0, b = 0, c = 0, d = 0] = head;
  if (a === 0x1f && b === 0x8b && c === 0x08) return 'gzip';
  if (a === 0x50 && b === 0x4b && ((c === 0x03 && d === 0x04) || (c === 0x05 && d === 0x06))) return 'zip';
  if (MAGIC_XZ.every((byte, i) => head[i] === byte)) return 'xz';
  if (isBzip2(head)) return 'bzip2';
  const isSkippable = (a & 0xf0) === 0x50 && b === 0x2a && c === 0x4d && d === 0x18;
  return isSkippable || (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) ? 'zstd' : null;
}

const MAGIC_XZ = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];
/** What follows the header of 4 bytes: a block, or the end of an empty file. */
const BLOCK_MARK = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
const END_MARK = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];

/** Returns whether the file is bzip2: its first three bytes alone may also be those of a text. */
function isBzip2(head: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0, level = 0] = head;
  const isHeader = a === 0x42 && b === 0x5a && c === 0x68 && level >= 0x31 && level <= 0x39;
  const hasMark = (mark: readonly number[]): boolean => mark.every((byte, i) => head[4 + i] === byte);
  return isHeader && (hasMark(BLOCK_MARK) || hasMark(END_MARK));
}

/** Returns whether bytes may be the beginning of bzip2, but are too few to know. */
export function mayBeBzip2(head: Uint8Array): boolean {
  return head.length < HEAD_BYTES && [0x42, 0x5a, 0x68].every((byte, i) => head[i] === byte);
}
