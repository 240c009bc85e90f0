const U = 0x75;
const BACKSLASH = 0x5c;

/** A character that JSON escapes: its code point, and the number of bytes of its escape. */
export interface Escape {
  readonly code: number;
  readonly bytes: number;
}

const SHORT: ReadonlyMap<number, number> = new Map([
  [0x62, 8], // \b
  [0x66, 12], // \f
  [0x6e, 10], // \n
  [0x72, 13], // \r
  [0x74, 9], // \t
]);

/**
 * Reads the escape of JSON (RFC 8259, section 7) that begins at `at`. Two escapes of a surrogate pair are one character.
 * A single surrogate becomes U+FFFD.
 */
export function readEscape(bytes: Uint8Array, at: number): Escape {
  const kind = bytes[at + 1] as number;
  if (kind !== U) return { code: SHORT.get(kind) ?? kind, bytes: 2 };
  const code = readHex(bytes, at + 2);
  if (code < 0xd800 || code > 0xdfff) return { code, bytes: 6 };
  const low = bytes[at + 6] === BACKSLASH && bytes[at + 7] === U ? readHex(bytes, at + 8) : 0;
  const isPair = code < 0xdc00 && low >= 0xdc00 && low <= 0xdfff;
  return isPair ? { code: 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00), bytes: 12 } : { code: 0xfffd, bytes: 6 };
}

function readHex(bytes: Uint8Array, at: number): number {
  return Number.parseInt(String.fromCharCode(...bytes.subarray(at, at + 4)), 16);
}
