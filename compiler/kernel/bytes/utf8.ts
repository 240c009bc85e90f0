const REPLACEMENT = '\ufffd';

/** Decodes UTF-8 (RFC 3629) without exceptions: the text, or null where the bytes are malformed. */
export class Utf8Decoder {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  decode(bytes: Uint8Array, start: number, end: number): string | null {
    const text = this.decodeLoosely(bytes, start, end);
    return text.includes(REPLACEMENT) && malformedAt(bytes, start, end) >= 0 ? null : text;
  }

  /** The text with U+FFFD for what is malformed. */
  decodeLoosely(bytes: Uint8Array, start: number, end: number): string {
    return this.#decoder.decode(bytes.subarray(start, end));
  }
}

/** Where the first malformed sequence of UTF-8 begins (RFC 3629, section 4); -1 where there is none. */
export function malformedAt(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const length = characterLength(bytes, at, end);
    if (length <= 0) return at;
    at += length;
  }
  return -1;
}

/**
 * Length in bytes of the character at `at` (RFC 3629, section 4). Negative: of a malformed sequence, for which one
 * U+FFFD stands (Encoding Standard, UTF-8 decoder). 0: the end comes before it is decided.
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
