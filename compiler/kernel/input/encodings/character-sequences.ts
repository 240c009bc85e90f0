/** A sequence of bytes that a decoder handles as a unit, and the number of code points that it yields. */
export interface Sequence {
  length: number;
  /** 1 for most sequences, 2 for four sequences of Big5. A malformed sequence yields one U+FFFD. */
  characters: number;
}

/** Returns the sequence that starts at `at`, or null if it does not end before `end`. */
export type SequenceReader = (bytes: Uint8Array, at: number, end: number) => Sequence | null;

/** Returns a function that reads the sequences of a multi-byte encoding without shift states, as TextDecoder does. */
export function createSequenceReader(encoding: string): SequenceReader {
  if (encoding === 'utf-16le') return (bytes, at, end) => utf16Sequence(bytes, { high: at + 1, at, end });
  if (encoding === 'utf-16be') return (bytes, at, end) => utf16Sequence(bytes, { high: at, at, end });
  return multiByteReader(encoding);
}

/** Returns the byte order mark that the decoder of an encoding skips. */
export function byteOrderMarkOf(encoding: string): readonly number[] {
  return encoding === 'utf-16le' ? [0xff, 0xfe] : encoding === 'utf-16be' ? [0xfe, 0xff] : [];
}

const ONE_BYTE: Sequence = { length: 1, characters: 1 };
const TWO_BYTES: Sequence = { length: 2, characters: 1 };
const FOUR_BYTES: Sequence = { length: 4, characters: 1 };

/** `high`: index of the first unit's high byte. */
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

/** Decodes each sequence once and caches the result. */
function multiByteReader(encoding: string): SequenceReader {
  const cache = new Map<number, Sequence | null>();
  return (bytes, at, end) => {
    if ((bytes[at] ?? 0) < 0x80) return ONE_BYTE;
    let key = 0;
    for (let length = 1; length <= MAX_BYTES && at + length <= end; length++) {
      key = key * 256 + (bytes[at + length - 1] ?? 0);
      let found = cache.get(key);
      if (found === undefined) {
        found = readSequence(bytes.subarray(at, at + length), encoding);
        if (cache.size < MAX_CACHED) cache.set(key, found);
      }
      if (found !== null) return found;
    }
    return at + MAX_BYTES <= end ? ONE_BYTE : null;
  };
}

/** Returns the sequence at the start of these bytes, or null if it is incomplete. */
function readSequence(bytes: Uint8Array, encoding: string): Sequence | null {
  if (new TextDecoder(encoding).decode(bytes, { stream: true }) === '') return null;
  const characters = Array.from(new TextDecoder(encoding).decode(bytes));
  // If the first byte is malformed, the decoder has decoded the bytes after it again. They belong to the next sequence.
  return characters[0] === REPLACEMENT && characters.length > 1
    ? ONE_BYTE
    : { length: bytes.length, characters: characters.length };
}

const REPLACEMENT = '\ufffd';
