/** What stands at a place of a file: bytes that belong together, and how many code points a decoder makes of them. */
export interface Sequence {
  length: number;
  /** One, but for four sequences of Big5; one U+FFFD for what is malformed. */
  characters: number;
}

/** Reads the sequence at `at`; null where it has not come whole by `end`. */
export type SequenceReader = (bytes: Uint8Array, at: number, end: number) => Sequence | null;

/** Tells the sequences of an encoding of several bytes that has no shift states, as TextDecoder takes them. */
export function createSequenceReader(encoding: string): SequenceReader {
  if (encoding === 'utf-16le') return (bytes, at, end) => utf16Sequence(bytes, { high: at + 1, at, end });
  if (encoding === 'utf-16be') return (bytes, at, end) => utf16Sequence(bytes, { high: at, at, end });
  return multiByteReader(encoding);
}

/** The byte order mark that the decoder of an encoding drops. */
export function byteOrderMarkOf(encoding: string): readonly number[] {
  return encoding === 'utf-16le' ? [0xff, 0xfe] : encoding === 'utf-16be' ? [0xfe, 0xff] : [];
}

const ONE_BYTE: Sequence = { length: 1, characters: 1 };
const TWO_BYTES: Sequence = { length: 2, characters: 1 };
const FOUR_BYTES: Sequence = { length: 4, characters: 1 };

/** `high`: place of the unit's high byte. */
function utf16Sequence(
  bytes: Uint8Array,
  { high, at, end }: { high: number; at: number; end: number },
): Sequence | null {
  if (at + 2 > end) return null;
  if (((bytes[high] ?? 0) & 0xfc) !== 0xd8) return TWO_BYTES;
  if (at + 4 > end) return null;
  return ((bytes[high + 2] ?? 0) & 0xfc) === 0xdc ? FOUR_BYTES : TWO_BYTES;
}

const MOST_BYTES = 4;
const MOST_KNOWN = 1 << 16;

/** Asks a decoder about each sequence once. */
function multiByteReader(encoding: string): SequenceReader {
  const known = new Map<number, Sequence | null>();
  return (bytes, at, end) => {
    if ((bytes[at] ?? 0) < 0x80) return ONE_BYTE;
    let key = 0;
    for (let length = 1; length <= MOST_BYTES && at + length <= end; length++) {
      key = key * 256 + (bytes[at + length - 1] ?? 0);
      let found = known.get(key);
      if (found === undefined) {
        found = readSequence(bytes.subarray(at, at + length), encoding);
        if (known.size < MOST_KNOWN) known.set(key, found);
      }
      if (found !== null) return found;
    }
    return at + MOST_BYTES <= end ? ONE_BYTE : null;
  };
}

/** The sequence with which these bytes begin; null where they are too few. */
function readSequence(bytes: Uint8Array, encoding: string): Sequence | null {
  if (new TextDecoder(encoding).decode(bytes, { stream: true }) === '') return null;
  const characters = Array.from(new TextDecoder(encoding).decode(bytes));
  // What stands behind a malformed first byte has been looked at again.
  return characters[0] === REPLACEMENT && characters.length > 1
    ? ONE_BYTE
    : { length: bytes.length, characters: characters.length };
}

const REPLACEMENT = '\ufffd';
