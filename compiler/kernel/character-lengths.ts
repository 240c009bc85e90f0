/** Length in bytes of the character at `at`, or of what one U+FFFD stands for; 0 where it has not come whole by `end`. */
export type CharacterLengths = (bytes: Uint8Array, at: number, end: number) => number;

/** How long characters are in an encoding of several bytes that has no shift states, as TextDecoder takes them. */
export function characterLengths(encoding: string): CharacterLengths {
  if (encoding === 'utf-16le') return (bytes, at, end) => utf16Length(bytes, { high: at + 1, at, end });
  if (encoding === 'utf-16be') return (bytes, at, end) => utf16Length(bytes, { high: at, at, end });
  return multiByteLengths(encoding);
}

/** The byte order mark that the decoder of an encoding drops. */
export function markOf(encoding: string): readonly number[] {
  return encoding === 'utf-16le' ? [0xff, 0xfe] : encoding === 'utf-16be' ? [0xfe, 0xff] : [];
}

/** `high`: place of the unit's high byte. */
function utf16Length(bytes: Uint8Array, { high, at, end }: { high: number; at: number; end: number }): number {
  if (at + 2 > end) return 0;
  if (((bytes[high] ?? 0) & 0xfc) !== 0xd8) return 2;
  if (at + 4 > end) return 0;
  return ((bytes[high + 2] ?? 0) & 0xfc) === 0xdc ? 4 : 2;
}

const MOST_BYTES = 4;
const MOST_KNOWN = 1 << 16;

/** Asks a decoder about each sequence once. */
function multiByteLengths(encoding: string): CharacterLengths {
  const known = new Map<number, number>();
  return (bytes, at, end) => {
    if ((bytes[at] ?? 0) < 0x80) return 1;
    let sequence = 0;
    for (let length = 1; length <= MOST_BYTES && at + length <= end; length++) {
      sequence = sequence * 256 + (bytes[at + length - 1] ?? 0);
      const found = known.get(sequence) ?? lengthOf(bytes.subarray(at, at + length), encoding);
      if (known.size < MOST_KNOWN) known.set(sequence, found);
      if (found > 0) return found;
    }
    return at + MOST_BYTES <= end ? 1 : 0;
  };
}

/** Length of the character at the beginning of a sequence; 0 where the sequence is too short for it. */
function lengthOf(sequence: Uint8Array, encoding: string): number {
  if (new TextDecoder(encoding).decode(sequence, { stream: true }) === '') return 0;
  const [first, ...others] = new TextDecoder(encoding).decode(sequence);
  // What stands behind a malformed first byte has been looked at again.
  return first === REPLACEMENT && others.length > 0 ? 1 : sequence.length;
}

const REPLACEMENT = '\ufffd';
