import { createSequenceReader, type SequenceReader } from './character-sequences.ts';
import { MALFORMED } from './transcoder.ts';

/** Maximum length of a character or malformed sequence, in bytes. */
export const MAX_SEQUENCE_BYTES = 4;
/** In `widths`, marks two bytes that only a longer sequence can begin with. */
export const LONG = 0xff;
export const LENGTH_SHIFT = 4;
export const UTF8_BITS = 0x0f;

/** A sequence of more than two bytes, or a malformed byte that begins as one. */
export interface LongCharacter {
  readonly length: number;
  /** Up to four bytes of UTF-8, the first one in the lowest bits. */
  readonly utf8: number;
  readonly utf8Length: number;
}

export const MALFORMED_BYTE: LongCharacter = { length: 1, utf8: MALFORMED, utf8Length: 1 };

const REPLACEMENT = '\ufffd';
/** The bytes of U+FFFD in GB 18030. The other encodings do not have it. */
const REPLACEMENT_BYTES = [0x84, 0x31, 0xa4, 0x37];

/** The characters of an encoding in UTF-8. TextDecoder decodes each of them once. */
export class Characters {
  /**
   * For each two bytes, the first character or malformed sequence in them: its length << LENGTH_SHIFT, and the length
   * of its UTF-8. 0: it has not been decoded yet.
   */
  readonly widths = new Uint8Array(0x10000);
  /** The UTF-8 of these characters, as in LongCharacter. */
  readonly utf8OfPairs = new Uint32Array(0x10000);
  /** The characters of three bytes, and malformed sequences, by their bytes. At most 24,000. */
  readonly #threes = new Map<number, LongCharacter>();
  #fours: Fours | null = null;
  readonly #decoder: TextDecoder;
  readonly #readSequence: SequenceReader;
  /** Whether a sequence of more than two bytes has four. Otherwise it has three (EUC-JP). */
  readonly #hasFourBytes: boolean;

  constructor(encoding: string) {
    this.#hasFourBytes = encoding.startsWith('gb');
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true });
    this.#readSequence = createSequenceReader(encoding);
  }

  /** Decodes two bytes. Returns the new element of `widths`. */
  add(pair: number): number {
    const bytes = Uint8Array.of(pair >> 8, pair & 0xff);
    const sequence = this.#readSequence(bytes, 0, bytes.length);
    if (sequence === null) return (this.widths[pair] = LONG);
    const utf8 = this.decode(bytes.subarray(0, sequence.length));
    this.utf8OfPairs[pair] = toNumber(utf8);
    return (this.widths[pair] = (sequence.length << LENGTH_SHIFT) | utf8.length);
  }

  /** Returns the sequence at an index whose first two bytes are LONG. Null: it is incomplete. */
  readLong(bytes: Uint8Array, at: number): LongCharacter | null {
    if (this.#hasFourBytes) return this.#readFour(bytes, at);
    const length = this.#readSequence(bytes, at, bytes.length)?.length;
    return length === undefined ? null : this.#knownThree(bytes.subarray(at, at + length));
  }

  /** A sequence of GB 18030 has four bytes: a lead byte, a digit, and the same again. */
  #readFour(bytes: Uint8Array, at: number): LongCharacter | null {
    const left = bytes.length - at;
    if (left > 2 && !isLead(bytes[at + 2] as number)) return MALFORMED_BYTE;
    if (left > 3 && !isDigit(bytes[at + 3] as number)) return MALFORMED_BYTE;
    return left < MAX_SEQUENCE_BYTES ? null : this.#knownFour(bytes.subarray(at, at + MAX_SEQUENCE_BYTES));
  }

  /** All of these sequences fit in a table, so that a file with ever new ones is not decoded one by one for long. */
  #knownFour(bytes: Uint8Array): LongCharacter {
    const { widths, utf8 } = (this.#fours ??= createFours());
    const index = toFourIndex(bytes, 0) * LEADS * DIGITS + toFourIndex(bytes, 2);
    if (widths[index] === 0) {
      const character = this.#decodeLong(bytes);
      widths[index] = (character.length << LENGTH_SHIFT) | character.utf8Length;
      utf8[index] = character.utf8;
    }
    const width = widths[index] as number;
    return { length: width >> LENGTH_SHIFT, utf8: utf8[index] as number, utf8Length: width & UTF8_BITS };
  }

  #knownThree(bytes: Uint8Array): LongCharacter {
    const key = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    const character = this.#threes.get(key) ?? this.#decodeLong(bytes);
    this.#threes.set(key, character);
    return character;
  }

  #decodeLong(bytes: Uint8Array): LongCharacter {
    const utf8 = this.decode(bytes);
    // If the first byte alone is malformed, the others are further characters.
    if (utf8[0] === MALFORMED && utf8.length > 1) return MALFORMED_BYTE;
    return { length: bytes.length, utf8: toNumber(utf8), utf8Length: utf8.length };
  }

  /** Returns the length of the character or malformed sequence at an index. 0: it is incomplete. */
  lengthAt(bytes: Uint8Array, at: number): number {
    const left = bytes.length - at;
    if (left <= 0 || (bytes[at] as number) < 0x80) return Math.min(left, 1);
    const pair = ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0);
    if (left === 1) return this.#readSequence(bytes, at, bytes.length)?.length ?? 0;
    const width = (this.widths[pair] as number) || this.add(pair);
    return width === LONG ? (this.readLong(bytes, at)?.length ?? 0) : width >> LENGTH_SHIFT;
  }

  /** Returns bytes in UTF-8, with the byte MALFORMED in place of each malformed sequence. */
  decode(bytes: Uint8Array): Uint8Array {
    const text = this.#decoder.decode(bytes);
    if (!text.includes(REPLACEMENT) || isReplacement(bytes)) return encoder.encode(text);
    return Uint8Array.from(
      Array.from(text).flatMap((character) => (character === REPLACEMENT ? MALFORMED : [...encoder.encode(character)])),
    );
  }
}

/** The sequences of four bytes of GB 18030, as in Characters. */
interface Fours {
  readonly widths: Uint8Array;
  readonly utf8: Uint32Array;
}

const MIN_LEAD = 0x81;
const LEADS = 126;
const ZERO = 0x30;
const DIGITS = 10;

function createFours(): Fours {
  const size = (LEADS * DIGITS) ** 2;
  return { widths: new Uint8Array(size), utf8: new Uint32Array(size) };
}

/** Returns the number of a lead byte and a digit. */
function toFourIndex(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) - MIN_LEAD) * DIGITS + (bytes[at + 1] as number) - ZERO;
}

const tables = new Map<string, Characters>();

/** Returns the characters of an encoding. All files share them. */
export function charactersOf(encoding: string): Characters {
  const known = tables.get(encoding) ?? new Characters(encoding);
  tables.set(encoding, known);
  return known;
}

const encoder = new TextEncoder();

function isReplacement(bytes: Uint8Array): boolean {
  return bytes.length === REPLACEMENT_BYTES.length && REPLACEMENT_BYTES.every((byte, index) => bytes[index] === byte);
}

function isLead(byte: number): boolean {
  return byte >= MIN_LEAD && byte < MIN_LEAD + LEADS;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte < ZERO + DIGITS;
}

function toNumber(utf8: Uint8Array): number {
  return utf8.reduceRight((number, byte) => number * 256 + byte, 0);
}
