const REPLACEMENT = '\ufffd';
/** The maximum size for which concatenating characters is faster than a TextDecoder (measured with Node.js 20). */
const MAX_SHORT_BYTES = 8;

/** Decodes UTF-8 (RFC 3629) without throwing. A byte order mark is decoded as a character. */
export class Utf8Decoder {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** Returns the text of the bytes from `start` up to but excluding `end`, or null if they are malformed. */
  decode(bytes: Uint8Array, start: number, end: number): string | null {
    const text = this.decodeWithReplacement(bytes, start, end);
    return text.includes(REPLACEMENT) && findMalformed(bytes, start, end) >= 0 ? null : text;
  }

  /** Returns the text of the bytes from `start` up to but excluding `end`. Each malformed sequence becomes U+FFFD. */
  decodeWithReplacement(bytes: Uint8Array, start: number, end: number): string {
    const short = end - start <= MAX_SHORT_BYTES ? decodeShortAscii(bytes, start, end) : null;
    return short ?? this.#decoder.decode(bytes.subarray(start, end));
  }
}

/** Returns the text of a few bytes; null if one of them is not ASCII. */
function decodeShortAscii(bytes: Uint8Array, start: number, end: number): string | null {
  let text = '';
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === undefined || byte > 0x7f) return null;
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Length of a byte order mark in UTF-8, in bytes. */
export const MARK_BYTES = 3;

/** Returns whether a byte order mark (U+FEFF) is at index `at` and ends before `end`. */
export function isMarkAt(bytes: Uint8Array, at: number, end: number): boolean {
  return bytes[at] === 0xef && at + MARK_BYTES <= end && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}

/**
 * Returns the index of the first malformed UTF-8 sequence (RFC 3629, section 4), or -1 if there is none. A character
 * that `end` cuts off is malformed.
 */
export function findMalformed(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const length = characterLength(bytes, at, end);
    if (length <= 0) return at;
    at += length;
  }
  return -1;
}

/**
 * Returns the length in bytes of the UTF-8 character at index `at` (RFC 3629, section 4). -n means a malformed sequence
 * of n bytes, which decoders replace with one U+FFFD (Encoding Standard, UTF-8 decoder). 0 means that the character is
 * incomplete at index `end`.
 */
export function characterLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let i = 1; i < length; i++) {
    if (at + i >= end) return 0;
    const byte = bytes[at + i] ?? 0;
    if (byte < low || byte > high) return -i;
    low = 0x80;
    high = 0xbf;
  }
  return length;
}
