import { joinBytes, MALFORMED, type Transcoder, writeWideCharacter } from './transcoder.ts';

const NO_BYTES = new Uint8Array(0);

/** Converts UTF-16. A lone surrogate is malformed. */
export class Utf16Transcoder implements Transcoder {
  readonly unitBytes = 2;
  readonly mark: readonly number[];
  at = 0;
  readonly #isLittleEndian: boolean;
  /** The bits of two units that are not set if both are ASCII. */
  readonly #wideBits: number;
  /** The bytes that have arrived of a unit or a surrogate pair. */
  #held = NO_BYTES;

  constructor(order: 'LE' | 'BE') {
    this.#isLittleEndian = order === 'LE';
    this.mark = order === 'LE' ? [0xff, 0xfe] : [0xfe, 0xff];
    this.#wideBits = order === 'LE' ? 0xff80ff80 : 0x80ff80ff;
  }

  get heldBack(): number {
    return this.#held.length;
  }

  convertHeldBack(): Uint8Array {
    return Uint8Array.of(MALFORMED);
  }

  takeWhole(chunk: Uint8Array): Uint8Array {
    const bytes = this.#held.length === 0 ? chunk : joinBytes(this.#held, chunk);
    let end = bytes.length & ~1;
    if (end >= 2 && isHighSurrogate(this.#unit(bytes, end - 2))) end -= 2;
    // Not slice(), which does not copy the bytes of a Buffer.
    this.#held = new Uint8Array(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  convert(source: DataView, { from, to }: { from: number; to: number }, utf8: DataView, length: number): number {
    const wideBits = this.#wideBits;
    const shift = this.#isLittleEndian ? 0 : 8;
    this.at = from;
    let end = length;
    while (this.at < to) {
      let at = this.at;
      while (at + 8 <= to) {
        const two = source.getInt32(at, true);
        const next = source.getInt32(at + 4, true);
        if (((two | next) & wideBits) !== 0) break;
        utf8.setInt32(end, asciiPair(two >>> shift) | (asciiPair(next >>> shift) << 16), true);
        at += 8;
        end += 4;
      }
      // The next four units are not all ASCII, or the end is near.
      this.at = at;
      end = this.#convertUnits(source, Math.min(to, at + 8), utf8, end);
    }
    return end;
  }

  /** Converts units from `at` up to `to`, one by one. The second half of a surrogate pair may be at `to`. */
  #convertUnits(source: DataView, to: number, utf8: DataView, length: number): number {
    const isLittleEndian = this.#isLittleEndian;
    let at = this.at;
    let end = length;
    while (at < to) {
      const unit = source.getUint16(at, isLittleEndian);
      at += 2;
      if (unit < 0x80) utf8.setUint8(end++, unit);
      else if ((unit & 0xf800) !== 0xd800) end = writeWideCharacter(utf8, end, unit);
      else {
        const low = isHighSurrogate(unit) && at < source.byteLength ? source.getUint16(at, isLittleEndian) : 0;
        const isPair = (low & 0xfc00) === 0xdc00;
        if (isPair) at += 2;
        end = isPair ? writePair(utf8, end, unit, low) : writeMalformed(utf8, end);
      }
    }
    this.at = at;
    return end;
  }

  #unit(bytes: Uint8Array, at: number): number {
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    return this.#isLittleEndian ? (second << 8) | first : (first << 8) | second;
  }
}

/** Returns the two units in an integer as two bytes. */
function asciiPair(two: number): number {
  return (two & 0x7f) | ((two >>> 8) & 0x7f00);
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function writePair(utf8: DataView, length: number, high: number, low: number): number {
  const point = 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff);
  utf8.setUint8(length, 0xf0 | (point >> 18));
  utf8.setUint8(length + 1, 0x80 | ((point >> 12) & 0x3f));
  utf8.setUint8(length + 2, 0x80 | ((point >> 6) & 0x3f));
  utf8.setUint8(length + 3, 0x80 | (point & 0x3f));
  return length + 4;
}

function writeMalformed(utf8: DataView, length: number): number {
  utf8.setUint8(length, MALFORMED);
  return length + 1;
}
