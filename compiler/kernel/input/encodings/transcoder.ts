/** Converts the bytes of a file to UTF-8 without an intermediate text. */
export interface Transcoder {
  /**
   * Number of bytes of a character in the file. With 2, characters beyond U+FFFF have twice as many. With 1, a
   * character may have more bytes, unless offsets are found by an index of the window.
   */
  readonly unitBytes: 1 | 2;
  /** The byte order mark of the encoding. Empty if it has none. */
  readonly mark: readonly number[];
  /**
   * Joins a chunk with the bytes that were held back, and holds back an incomplete character at its end. Returns the
   * bytes to convert.
   */
  takeWhole(chunk: Uint8Array): Uint8Array;
  /** Number of bytes that are held back. */
  readonly heldBack: number;
  /** Returns the UTF-8 of the bytes that are held back, at the end of the file. */
  convertHeldBack(): Uint8Array;
  /**
   * Converts the bytes from `from` up to about `to`. Sets `at` to the index after the converted bytes. Writes UTF-8
   * from index `length` on, and returns the index after it. A malformed unit becomes the byte MALFORMED.
   */
  convert(source: DataView, { from, to }: { from: number; to: number }, utf8: DataView, length: number): number;
  /** The index after the bytes that the last call of `convert` converted. */
  at: number;
}

/** Maximum number of bytes of UTF-8 per unit. A unit beyond it is half of a surrogate pair, with two bytes each. */
export const MAX_UTF8_BYTES = 3;
/** Number of bytes that `convert` may write after those of a character. They have no meaning. */
export const SPARE_BYTES = 3;

/** A byte that never occurs in UTF-8. In the window, it replaces each malformed sequence of the file. */
export const MALFORMED = 0xff;

/** Writes a code point below U+10000 that is not ASCII. Returns the index after it. */
export function writeWideCharacter(utf8: DataView, length: number, point: number): number {
  if (point < 0x800) {
    utf8.setUint8(length, 0xc0 | (point >> 6));
    utf8.setUint8(length + 1, 0x80 | (point & 0x3f));
    return length + 2;
  }
  utf8.setUint8(length, 0xe0 | (point >> 12));
  utf8.setUint8(length + 1, 0x80 | ((point >> 6) & 0x3f));
  utf8.setUint8(length + 2, 0x80 | (point & 0x3f));
  return length + 3;
}

/**
 * Copies ASCII bytes to index `length` of `utf8`, four at a time. Returns their number. It stops at four bytes that
 * are not all ASCII, or if fewer than four are left.
 */
export function copyAscii(
  source: DataView,
  { from, to }: { from: number; to: number },
  utf8: DataView,
  length: number,
): number {
  const lastFour = to - 4;
  let at = from;
  for (let end = length; at <= lastFour; at += 4, end += 4) {
    const four = source.getInt32(at, true);
    if ((four & 0x80808080) !== 0) break;
    utf8.setInt32(end, four, true);
  }
  return at - from;
}

/** Returns the bytes of both. */
export function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
