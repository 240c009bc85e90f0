import {
  charactersOf,
  type Characters,
  LENGTH_SHIFT,
  LONG,
  MALFORMED_BYTE,
  MAX_SEQUENCE_BYTES,
  UTF8_BITS,
} from './multi-byte-characters.ts';
import { copyAscii, joinBytes, type Transcoder } from './transcoder.ts';

/** Returns whether the characters of an encoding are one to four bytes, without shift states, and ASCII is one byte. */
export function isMultiByte(encoding: string): boolean {
  return ['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'shift_jis'].includes(encoding);
}

/** Bytes below this value are never the second or a later byte of a character, in any of these encodings. */
const MIN_TRAIL_BYTE = 0x30;
/** Number of bytes at the end of a chunk in which such a byte is searched, to find where a character begins. */
const LOOKBACK_BYTES = 256;
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
    this.#characters = charactersOf(encoding);
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
    let at = from;
    let end = length;
    while (at < to) {
      const copied = copyAscii(source, { from: at, to }, utf8, end);
      at += copied;
      end += copied;
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
          const rest = Math.min(MAX_SEQUENCE_BYTES, source.byteLength - at);
          const bytes = new Uint8Array(source.buffer, source.byteOffset + at, rest);
          const character = characters.readLong(bytes, 0) ?? MALFORMED_BYTE;
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
