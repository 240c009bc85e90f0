import { fastBuffers, SCRATCH_START } from '../../fast/buffers.ts';
import { bytesOfCharacters, STORED_NULLS, type ZonedSign } from '../storage.ts';

/**
 * Finds the columns of records without line ends that have numbers as bytes, and writes such a number as text after the
 * loaded bytes, where the fast reader of its field reads it. The loaded bytes are characters in UTF-8, one for each byte of
 * the file.
 */
export class StoredColumns {
  /** The byte offset of each column from the start of the record. */
  readonly offsets: Int32Array;
  /** The index after the record. */
  end = 0;
  /** The length of a record in characters. */
  readonly characters: number;
  /** The index after the text that was written last. */
  textEnd = 0;
  readonly #columns: Int32Array;
  /** The bytes of the record in the file. */
  readonly #raw: Uint8Array;
  /** The byte of each character. */
  readonly #bytes: Uint8Array;
  readonly #blank: number;

  /**
   * @param columns positions of columns in characters from 0, in ascending order
   * @param length length of a record in bytes of the file
   * @param encoding the encoding of the file, which has a character for each byte
   */
  constructor(columns: readonly number[], length: number, encoding: string) {
    const bytes = bytesOfCharacters(encoding);
    if (bytes === null) throw new RangeError(`${encoding} does not have one character for each byte`);
    this.#columns = Int32Array.from(columns);
    this.offsets = Int32Array.from(columns);
    this.characters = length;
    this.#raw = new Uint8Array(length);
    this.#bytes = bytes;
    this.#blank = bytes[0x20] as number;
  }

  /** Finds the columns and the end of the record at `start`, which must be complete. */
  locate(input: Uint8Array, start: number): void {
    const offsets = this.offsets;
    const columns = this.#columns;
    let position = start;
    let from = 0;
    for (let i = 0; i < columns.length; i++) {
      const to = columns[i] as number;
      position = this.#readBytes(input, position, from, to);
      offsets[i] = position - start;
      from = to;
    }
    this.end = this.#readBytes(input, position, from, this.characters);
    fastBuffers.characters = this.characters;
  }

  /** Reads the characters from one position of the record to another. Returns the index after them. */
  #readBytes(input: Uint8Array, at: number, from: number, to: number): number {
    const raw = this.#raw;
    const bytes = this.#bytes;
    let position = at;
    for (let i = from; i < to; i++) {
      const first = input[position++] as number;
      if (first < 0x80) raw[i] = bytes[first] as number;
      else if (first < 0xe0) raw[i] = bytes[((first & 0x1f) << 6) | ((input[position++] as number) & 0x3f)] as number;
      else {
        const second = input[position++] as number;
        const third = input[position++] as number;
        raw[i] = bytes[((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)] as number;
      }
    }
    return position;
  }

  /**
   * Writes the packed number of `length` bytes at a position of the record, from 0, as text with a NUL after it. Returns the
   * index of the text, or -1 for bytes that are no number. The text is empty if `nulls` makes the number null.
   */
  packed(start: number, length: number, isUnsigned: boolean, nulls: number): number {
    const { input } = fastBuffers;
    const raw = this.#raw;
    const last = start + length - 1;
    const signed = raw[last] as number;
    const sign = signed & 0x0f;
    const isNegative = sign === 0x0d || sign === 0x0b;
    if (sign < 0x0a || signed > 0x9f || (isUnsigned && isNegative)) return this.#nullOrNone(start, length, nulls);
    let to = SCRATCH_START + 1;
    // Leading zeros are not written: `seen` is 0 up to the first digit.
    let seen = 0;
    for (let at = start; at < last; at++) {
      const byte = raw[at] as number;
      if (byte > 0x99 || (byte & 0x0f) > 9) return this.#nullOrNone(start, length, nulls);
      seen |= byte;
      if (seen === 0) continue;
      const high = byte >> 4;
      if (high > 0 || to > SCRATCH_START + 1) input[to++] = ZERO + high;
      input[to++] = ZERO + (byte & 0x0f);
    }
    input[to++] = ZERO + (signed >> 4);
    return this.#end(isNegative, to);
  }

  /** Like packed(), for digits in EBCDIC. */
  zoned(start: number, length: number, sign: ZonedSign, nulls: number): number {
    const { input } = fastBuffers;
    const raw = this.#raw;
    const isSeparate = sign === 'SEPARATE_LEADING' || sign === 'SEPARATE_TRAILING';
    const signAt = sign === 'LEADING' || sign === 'SEPARATE_LEADING' ? start : start + length - 1;
    const signed = raw[signAt] as number;
    const zone = isSeparate ? (signed === EBCDIC_PLUS ? 0x0c : signed === EBCDIC_MINUS ? 0x0d : 0) : signed >> 4;
    if (zone < 0x0a) return this.#nullOrNone(start, length, nulls);
    let to = SCRATCH_START + 1;
    for (let at = start; at < start + length; at++) {
      if (isSeparate && at === signAt) continue;
      const byte = raw[at] as number;
      const digit = byte & 0x0f;
      if (digit > 9 || (at !== signAt && byte < 0xf0)) return this.#nullOrNone(start, length, nulls);
      if (digit > 0 || to > SCRATCH_START + 1) input[to++] = ZERO + digit;
    }
    if (to === SCRATCH_START + 1) input[to++] = ZERO;
    return this.#end(zone === 0x0d || zone === 0x0b, to);
  }

  /** Like packed(), for a binary number of 2, 4 or 8 bytes. */
  binary(start: number, length: number, isUnsigned: boolean, nulls: number): number {
    const raw = this.#raw;
    if (nulls !== 0 && this.#isNull(start, length, nulls)) return this.#end(false, SCRATCH_START);
    let high = 0;
    let low = 0;
    const middle = start + length - Math.min(4, length);
    for (let at = start; at < middle; at++) high = high * 256 + (raw[at] as number);
    for (let at = middle; at < start + length; at++) low = low * 256 + (raw[at] as number);
    const isNegative = !isUnsigned && (raw[start] as number) > 0x7f;
    if (length < 8) return this.#writeWhole(isNegative ? low - 256 ** length : low);
    const signed = isNegative ? high - 2 ** 32 : high;
    if (signed >= -MAX_HIGH && signed < MAX_HIGH) return this.#writeWhole(signed * 2 ** 32 + low);
    const text = (BigInt(signed) * 4294967296n + BigInt(low)).toString();
    const { input } = fastBuffers;
    for (let i = 0; i < text.length; i++) input[SCRATCH_START + i] = text.charCodeAt(i);
    this.textEnd = SCRATCH_START + text.length;
    input[this.textEnd] = 0;
    return SCRATCH_START;
  }

  #writeWhole(number: number): number {
    const { input } = fastBuffers;
    let rest = Math.abs(number);
    let digits = 1;
    for (let power = 10; power <= rest; power *= 10) digits++;
    const to = SCRATCH_START + 1 + digits;
    for (let at = to - 1; at > SCRATCH_START; at--) {
      const next = Math.floor(rest / 10);
      input[at] = ZERO + rest - next * 10;
      rest = next;
    }
    return this.#end(number < 0, to);
  }

  /** Ends the text before index `to`, and writes the sign before its digits. Zero has none. */
  #end(isNegative: boolean, to: number): number {
    const { input } = fastBuffers;
    this.textEnd = to;
    input[to] = 0;
    const first = SCRATCH_START + 1;
    if (to <= first) return SCRATCH_START;
    if (!isNegative || (to === first + 1 && input[first] === ZERO)) return first;
    input[SCRATCH_START] = MINUS;
    return SCRATCH_START;
  }

  #nullOrNone(start: number, length: number, nulls: number): number {
    return nulls !== 0 && this.#isNull(start, length, nulls) ? this.#end(false, SCRATCH_START) : -1;
  }

  #isNull(start: number, length: number, nulls: number): boolean {
    const first = this.#raw[start] as number;
    const isNull =
      ((nulls & STORED_NULLS.BLANKS) !== 0 && first === this.#blank) ||
      ((nulls & STORED_NULLS.LOW) !== 0 && first === 0x00) ||
      ((nulls & STORED_NULLS.HIGH) !== 0 && first === 0xff);
    for (let at = start + 1; isNull && at < start + length; at++) if (this.#raw[at] !== first) return false;
    return isNull;
  }
}

const ZERO = 0x30;
const MINUS = 0x2d;
const EBCDIC_PLUS = 0x4e;
const EBCDIC_MINUS = 0x60;
/** Numbers whose upper four bytes are below it are exact as doubles. */
const MAX_HIGH = 2 ** 20;
