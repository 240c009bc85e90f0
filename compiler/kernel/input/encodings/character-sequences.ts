/**
 * The bytes of one character or one malformed sequence: their number, and the number of code points that a decoder
 * returns for them.
 */
export interface Sequence {
  length: number;
  /** Usually 1. Four characters of Big5 are 2 code points. A malformed sequence is 1 code point, U+FFFD. */
  characters: number;
}

/**
 * Returns the character or malformed sequence that starts at index `at`. Null if it does not end at or before `end`.
 */
export type SequenceReader = (bytes: Uint8Array, at: number, end: number) => Sequence | null;

/**
 * Returns a function that splits a multi-byte encoding without shift states into characters, exactly as TextDecoder
 * does.
 */
export function createSequenceReader(encoding: string): SequenceReader {
  if (encoding === 'utf-16le') return (bytes, at, end) => utf16Sequence(bytes, { high: at + 1, at, end });
  if (encoding === 'utf-16be') return (bytes, at, end) => utf16Sequence(bytes, { high: at, at, end });
  return multiByteReader(encoding);
}

/** Returns the bytes of the byte order mark that the decoder of an encoding skips. Empty if it skips none. */
export function byteOrderMarkOf(encoding: string): readonly number[] {
  return encoding === 'utf-16le' ? [0xff, 0xfe] : encoding === 'utf-16be' ? [0xfe, 0xff] : [];
}

const ONE_BYTE: Sequence = { length: 1, characters: 1 };
const TWO_BYTES: Sequence = { length: 2, characters: 1 };
const FOUR_BYTES: Sequence = { length: 4, characters: 1 };

/** @param high index of the high byte of the first two-byte unit */
function utf16Sequence(
  bytes: Uint8Array,
  { high, at, end }: { high: number; at: number; end: number },
): Sequence | null {
  if (at + 2 > end) return null;
  if (((bytes[high] ?? 0) & 0xfc) !== 0xd8) return TWO_BYTES;
  if (at + 4 > end) return null;
  return ((bytes[high + 2] ?? 0) & 0xfc) === 0xdc ? FOUR_BYTES : TWO_BYTES;
}

const MAX_BYTES = 4;
const MAX_CACHED = 1 << 16;

/** Decodes each distinct sequence of bytes once and caches the result. */
function multiByteReader(encoding: string): SequenceReader {
  const cache = new Map<number, Sequence | null>();
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (bytes, at, end) => {
    if ((bytes[at] ?? 0) < 0x80) return ONE_BYTE;
    let key = 0;
    for (let length = 1; length <= MAX_BYTES && at + length <= end; length++) {
      key = key * 256 + (bytes[at + length - 1] ?? 0);
      let found = cache.get(key);
      if (found === undefined) {
        found = readSequence(bytes.subarray(at, at + length), decoder);
        if (cache.size < MAX_CACHED) cache.set(key, found);
      }
      if (found !== null) return found;
    }
    return at + MAX_BYTES <= end ? ONE_BYTE : null;
  };
}

/** Returns the character or malformed sequence at the start of these bytes, or null if it is incomplete. */
function readSequence(bytes: Uint8Array, decoder: TextDecoder): Sequence | null {
  const characters = Array.from(decoder.decode(bytes));
  if (!characters.includes(REPLACEMENT)) return { length: bytes.length, characters: characters.length };
  // Another decoder, because this one remembers an incomplete character.
  if (new TextDecoder(decoder.encoding).decode(bytes, { stream: true }) === '') return null;
  // If the first byte alone is malformed, the decoder continues at the byte after it. The further characters therefore
  // belong to the next sequence.
  return characters[0] === REPLACEMENT && characters.length > 1
    ? ONE_BYTE
    : { length: bytes.length, characters: characters.length };
}

const REPLACEMENT = '\ufffd';
