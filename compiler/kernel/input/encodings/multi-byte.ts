import { createSequenceReader, type SequenceReader } from './character-sequences.ts';
import { joinBytes, MALFORMED, type Transcoder } from './transcoder.ts';

/** Returns whether the characters of an encoding are one to four bytes, without shift states, and ASCII is one byte. */
export function isMultiByte(encoding: string): boolean {
  return ['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'shift_jis'].includes(encoding);
}

/** Bytes below this value are never the second or a later byte of a character, in any of these encodings. */
const MIN_TRAIL_BYTE = 0x30;
/** Number of bytes at the end of a chunk in which such a byte is searched, to find where a character begins. */
const LOOKBACK_BYTES = 256;
const MAX_SEQUENCE_BYTES = 4;
const NO_BYTES = new Uint8Array(0);

/** Converts an encoding whose characters have different lengths. */
export class MultiByteTranscoder implements Transcoder {
  readonly unitBytes = 1;
  readonly mark = [];
  at = 0;
  readonly #characters: Characters;
  /** The bytes that have arrived of a character. */
  #held: Uint8Array = NO_BYTES;

  constructor(encoding: string) {
    const known = tables.get(encoding) ?? new Characters(encoding);
    tables.set(encoding, known);
    this.#characters = known;
  }

  get heldBack(): number {
    return this.#held.length;
  }

  convertHeldBack(): Uint8Array {
    return this.#characters.decode(this.#held);
  }

  takeWhole(chunk: Uint8Array): Uint8Array {
    const bytes = this.#held.length === 0 ? chunk : joinBytes(this.#held, chunk);
    const end = this.#findWholeEnd(bytes);
    // Not slice(), which does not copy the bytes of a Buffer.
    this.#held = new Uint8Array(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  convert(source: DataView, { from, to }: { from: number; to: number }, utf8: DataView, length: number): number {
    const characters = this.#characters;
    const { widths, utf8OfPairs } = characters;
    const lastFour = to - 4;
    let at = from;
    let end = length;
    while (at < to) {
      while (at <= lastFour) {
        const four = source.getInt32(at, true);
        if ((four & 0x80808080) !== 0) break;
        utf8.setInt32(end, four, true);
        at += 4;
        end += 4;
      }
      // The next four bytes are not all ASCII, or the end is near. The last character may end after `to`.
      for (const stop = Math.min(to, at + 4); at < stop; ) {
        const byte = source.getUint8(at);
        if (byte < 0x80) {
          utf8.setUint8(end++, byte);
          at++;
          continue;
        }
        const pair = (byte << 8) | (at + 1 < source.byteLength ? source.getUint8(at + 1) : 0);
        const width = (widths[pair] as number) || characters.add(pair);
        if (width === LONG) {
          const character = characters.longAt(source, at);
          utf8.setUint32(end, character.utf8, true);
          end += character.utf8Length;
          at += character.length;
        } else {
          utf8.setUint32(end, utf8OfPairs[pair] as number, true);
          end += width & UTF8_BITS;
          at += width >> LENGTH_SHIFT;
        }
      }
    }
    this.at = at;
    return end;
  }

  /** Returns the index after the last complete character. */
  #findWholeEnd(bytes: Uint8Array): number {
    const first = Math.max(0, bytes.length - LOOKBACK_BYTES);
    let at = bytes.length;
    while (at > first && (bytes[at - 1] as number) >= MIN_TRAIL_BYTE) at--;
    if (at === first) at = 0;
    for (let length = this.#characters.lengthAt(bytes, at); length > 0; length = this.#characters.lengthAt(bytes, at))
      at += length;
    return at;
  }
}

/** In `widths`, marks two bytes that only a longer sequence can begin with. */
const LONG = 0xff;
const LENGTH_SHIFT = 4;
const UTF8_BITS = 0x0f;

/** A sequence of more than two bytes. */
interface LongCharacter {
  readonly length: number;
  /** Up to four bytes of UTF-8, the first one in the lowest bits. */
  readonly utf8: number;
  readonly utf8Length: number;
}

/** U+FFFD in GB 18030. In the other encodings, the file cannot contain it. */
const REPLACEMENT_KEY = 0x8431a437;

/** The characters of an encoding in UTF-8. TextDecoder decodes each of them once. */
class Characters {
  /**
   * For each two bytes, the first character or malformed sequence in them: its length << LENGTH_SHIFT, and the length of
   * its UTF-8. 0: it has not been decoded yet.
   */
  readonly widths = new Uint8Array(0x10000);
  /** The UTF-8 of these characters, as in LongCharacter. */
  readonly utf8OfPairs = new Uint32Array(0x10000);
  readonly #long = new Map<number, LongCharacter>();
  readonly #decoder: TextDecoder;
  readonly #readSequence: SequenceReader;

  constructor(encoding: string) {
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

  /** Returns the sequence of more than two bytes that begins at an index, or a malformed byte there. */
  longAt(source: DataView, at: number): LongCharacter {
    const rest = Math.min(MAX_SEQUENCE_BYTES, source.byteLength - at);
    const bytes = new Uint8Array(source.buffer, source.byteOffset + at, rest);
    const length = this.#readSequence(bytes, 0, rest)?.length ?? 1;
    const key = bytes.subarray(0, length).reduce((sum, byte) => sum * 256 + byte, 0);
    let character = this.#long.get(key);
    if (character === undefined) {
      const utf8 = this.decode(bytes.subarray(0, length));
      character = { length, utf8: toNumber(utf8), utf8Length: utf8.length };
      if (this.#long.size < MAX_LONG) this.#long.set(key, character);
    }
    return character;
  }

  /** Returns the length of the character or malformed sequence at an index. 0: it is incomplete. */
  lengthAt(bytes: Uint8Array, at: number): number {
    const left = bytes.length - at;
    if (left <= 0 || (bytes[at] as number) < 0x80) return Math.min(left, 1);
    const pair = ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0);
    const width = left === 1 ? LONG : (this.widths[pair] as number) || this.add(pair);
    return width === LONG ? (this.#readSequence(bytes, at, bytes.length)?.length ?? 0) : width >> LENGTH_SHIFT;
  }

  /** Returns bytes in UTF-8, with the byte MALFORMED in place of each malformed sequence. */
  decode(bytes: Uint8Array): Uint8Array {
    const text = this.#decoder.decode(bytes);
    const isReplacement =
      bytes.length === MAX_SEQUENCE_BYTES &&
      new DataView(Uint8Array.from(bytes).buffer).getUint32(0) === REPLACEMENT_KEY;
    return Uint8Array.from(
      Array.from(text).flatMap((character) =>
        character === '\ufffd' && !isReplacement ? [MALFORMED] : [...encoder.encode(character)],
      ),
    );
  }
}

/** The tables of the encodings that were used. */
const tables = new Map<string, Characters>();
const MAX_LONG = 1 << 16;
const encoder = new TextEncoder();

function toNumber(utf8: Uint8Array): number {
  return utf8.reduceRight((number, byte) => number * 256 + byte, 0);
}
