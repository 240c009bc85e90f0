import { createTextDecoder } from './text-decoder.ts';
import { copyAscii, MALFORMED, type Transcoder, writeWideCharacter } from './transcoder.ts';

/** In a table of code points, marks a byte that is no character of the encoding. */
const NO_CHARACTER = 0xffff;

/** Returns whether each character of the encoding is one byte (Encoding Standard, sections 9 and 14.5). */
export function isSingleByte(encoding: string): boolean {
  return /^(windows|iso-8859|koi8|mac|x-mac|x-user|ibm)/.test(encoding);
}

/**
 * Creates the transcoder of a single-byte encoding of the Encoding Standard.
 * @throws RangeError if the encoding is unknown
 */
export function createSingleByteTranscoder(encoding: string): Transcoder {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const text = createTextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: true });
  const points = Uint16Array.from(bytes, (byte) => text.charCodeAt(byte));
  return new SingleByteTranscoder(points.map((point) => (point === 0xfffd ? NO_CHARACTER : point)));
}

/** Converts bytes to the code points of a table with 256 elements. */
export class SingleByteTranscoder implements Transcoder {
  readonly unitBytes = 1;
  readonly mark = [];
  readonly heldBack = 0;
  at = 0;
  readonly #points: Uint16Array;
  /** Whether the bytes below 0x80 are ASCII. */
  readonly #extendsAscii: boolean;

  constructor(points: Uint16Array) {
    this.#points = points;
    this.#extendsAscii = points.subarray(0, 0x80).every((point, byte) => point === byte);
  }

  convertHeldBack(): Uint8Array {
    return new Uint8Array(0);
  }

  takeWhole(chunk: Uint8Array): Uint8Array {
    return chunk;
  }

  convert(source: DataView, { from, to }: { from: number; to: number }, utf8: DataView, length: number): number {
    const points = this.#points;
    const extendsAscii = this.#extendsAscii;
    let at = from;
    let end = length;
    while (at < to) {
      const copied = extendsAscii ? copyAscii(source, { from: at, to }, utf8, end) : 0;
      at += copied;
      end += copied;
      // The next four bytes are not all ASCII, or the end is near.
      for (const stop = Math.min(to, at + 4); at < stop; at++) {
        const point = points[source.getUint8(at)] as number;
        if (point < 0x80 || point === NO_CHARACTER) utf8.setUint8(end++, point === NO_CHARACTER ? MALFORMED : point);
        else end = writeWideCharacter(utf8, end, point);
      }
    }
    this.at = at;
    return end;
  }
}
