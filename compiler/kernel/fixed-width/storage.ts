import { codePageTable, findCodePage } from '../input/encodings/ebcdic.ts';
import { createTextDecoder } from '../input/encodings/text-decoder.ts';
import type { FixedWidthLine } from './line.ts';

/**
 * Numbers as mainframes store them: in bytes that are no text. The record was decoded as text in an encoding with one
 * character for each byte, so each byte is found again by its character.
 */
class StoredNumbers {
  /** The byte of each character. */
  readonly #bytes: Uint8Array;
  readonly #blank: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#blank = bytes[0x20] as number;
  }

  /** Reads a packed decimal (COMP-3): two digits a byte, and a sign in the last four bits. Like readBinary() otherwise. */
  readPacked(line: FixedWidthLine, start: number, length: number, isUnsigned: boolean, nulls: number): string {
    const quick = length <= MAX_QUICK_BYTES ? this.#readShort(line, start, length, isUnsigned) : null;
    if (quick !== null) return keep(line, quick);
    const bytes = this.#slice(line, start, length);
    if (bytes.length === 0 || this.#isNull(bytes, nulls)) return keep(line, '');
    const sign = (bytes.at(-1) ?? 0) & 0x0f;
    let digits = '';
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      if (byte >> 4 > 9 || (i < bytes.length - 1 && (byte & 0x0f) > 9)) return keep(line, hexadecimal(bytes));
      digits += i < bytes.length - 1 ? BYTE_DIGITS[byte] : byte >> 4;
    }
    if (sign < 0x0a || (isUnsigned && isMinus(sign)) || bytes.length < length) return keep(line, hexadecimal(bytes));
    return keep(line, numberOf(digits, isMinus(sign)));
  }

  /** Reads a packed decimal of at most 15 digits without further objects. Returns null for
   * bytes that are no number, which may mean null: their last four bits are no sign. */
  #readShort({ text }: FixedWidthLine, start: number, length: number, isUnsigned: boolean): string | null {
    const last = start + length - 2;
    if (last >= text.length) return null;
    const bytes = this.#bytes;
    let number = 0;
    for (let at = start - 1; at < last; at++) {
      const byte = bytes[text.charCodeAt(at)] as number;
      if (byte > 0x99 || (byte & 0x0f) > 9) return null;
      number = number * 100 + (byte >> 4) * 10 + (byte & 0x0f);
    }
    const byte = bytes[text.charCodeAt(last)] as number;
    const sign = byte & 0x0f;
    if (byte > 0x9f || sign < 0x0a || (isUnsigned && isMinus(sign))) return null;
    const value = number * 10 + (byte >> 4);
    return isMinus(sign) && value > 0 ? `-${value}` : `${value}`;
  }

  /**
   * Reads digits in EBCDIC, with the sign in the first four bits of the last or the first byte, or in a byte of its own.
   * Like readBinary() otherwise.
   */
  readZoned(line: FixedWidthLine, start: number, length: number, sign: ZonedSign, nulls: number): string {
    const bytes = this.#slice(line, start, length);
    if (bytes.length === 0 || this.#isNull(bytes, nulls)) return keep(line, '');
    const isLeading = sign === 'LEADING' || sign === 'SEPARATE_LEADING';
    const signAt = isLeading ? 0 : bytes.length - 1;
    const isSeparate = sign === 'SEPARATE_LEADING' || sign === 'SEPARATE_TRAILING';
    const signByte = bytes[signAt] ?? 0;
    const zone = isSeparate ? (SEPARATE_SIGNS[signByte] ?? 0) : signByte >> 4;
    let digits = '';
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      if (i === signAt && isSeparate) continue;
      if ((byte & 0x0f) > 9 || (i !== signAt && byte >> 4 !== 0x0f)) return keep(line, hexadecimal(bytes));
      digits += byte & 0x0f;
    }
    if (zone < 0x0a || digits === '' || bytes.length < length) return keep(line, hexadecimal(bytes));
    return keep(line, numberOf(digits, isMinus(zone)));
  }

  /**
   * Reads a binary number (COMP, COMP-4): the most significant byte first, negative numbers as two's complement.
   * `start` counts bytes from 1. Returns the digits with a minus if the number is negative; the empty text for a field
   * that `nulls` makes null, or that is after the end of the record; and `X'...'`, which is no number, for bytes that are none.
   */
  readBinary(line: FixedWidthLine, start: number, length: number, isUnsigned: boolean, nulls: number): string {
    const bytes = this.#slice(line, start, length);
    if (bytes.length === 0 || this.#isNull(bytes, nulls)) return keep(line, '');
    if (bytes.length < length) return keep(line, hexadecimal(bytes));
    let number = 0n;
    for (const byte of bytes) number = number * 256n + BigInt(byte);
    return keep(line, (isUnsigned ? number : BigInt.asIntN(8 * length, number)).toString());
  }

  #slice({ text }: FixedWidthLine, start: number, length: number): Uint8Array {
    const end = Math.min(text.length, start - 1 + length);
    const bytes = new Uint8Array(Math.max(0, end - start + 1));
    for (let i = 0; i < bytes.length; i++) bytes[i] = this.#bytes[text.charCodeAt(start - 1 + i)] as number;
    return bytes;
  }

  /** Whether all bytes are equal to one that means null. `nulls` is a sum of BLANKS, LOW and HIGH. */
  #isNull(bytes: Uint8Array, nulls: number): boolean {
    if (nulls === 0) return false;
    const [first] = bytes;
    const isNull =
      ((nulls & BLANKS) !== 0 && first === this.#blank) ||
      ((nulls & LOW) !== 0 && first === 0x00) ||
      ((nulls & HIGH) !== 0 && first === 0xff);
    return isNull && bytes.every((byte) => byte === first);
  }
}

/** A packed number of this many bytes has at most 15 digits, which a double has exactly. */
const MAX_QUICK_BYTES = 8;

/** Where a zoned number has its sign. */
export type ZonedSign = 'TRAILING' | 'LEADING' | 'SEPARATE_LEADING' | 'SEPARATE_TRAILING';

/** What bytes of a stored number mean null: blanks, bytes of zeros, bytes of ones. */
const BLANKS = 1;
const LOW = 2;
const HIGH = 4;
export const STORED_NULLS = { BLANKS, LOW, HIGH } as const;

/** Plus and minus in EBCDIC, as the sign bits that mean the same. */
const SEPARATE_SIGNS: Readonly<Record<number, number>> = { 0x4e: 0x0c, 0x60: 0x0d };

/** The two digits of each byte of a packed number. */
const BYTE_DIGITS = Array.from({ length: 256 }, (_, byte) => `${byte >> 4}${byte & 0x0f}`);

/**
 * Creates the reader of numbers in files whose text has this encoding: a name of the Encoding Standard, or of a code
 * page. Throws RangeError if not each byte of it is a character of its own.
 */
export function createStoredNumbers(encoding: string): StoredNumbers {
  const bytes = bytesOfCharacters(encoding);
  if (bytes === null) throw new RangeError(`${encoding} does not have one character for each byte`);
  return new StoredNumbers(bytes);
}

/** Returns whether each byte is a character of its own in an encoding. */
export function hasCharacterForEachByte(encoding: string): boolean {
  return bytesOfCharacters(encoding) !== null;
}

/** Returns the byte of each character of an encoding. Null if not each byte is a character of its own. */
export function bytesOfCharacters(encoding: string): Uint8Array | null {
  const points = pointsOf(encoding);
  const bytes = new Uint8Array(0x10000);
  points.forEach((point, byte) => (bytes[point] = byte));
  const isReversible = points.length === 256 && !points.includes(0xfffd) && new Set(points).size === 256;
  return isReversible ? bytes : null;
}

function pointsOf(encoding: string): readonly number[] {
  const codePage = findCodePage(encoding);
  if (codePage !== undefined) return [...codePageTable(codePage)];
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const text = createTextDecoder(encoding, { ignoreBOM: true }).decode(all, { stream: true });
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

function isMinus(sign: number): boolean {
  return sign === 0x0d || sign === 0x0b;
}

/** Returns the number of digits without leading zeros. Zero has no sign. */
function numberOf(digits: string, isNegative: boolean): string {
  let from = 0;
  while (from < digits.length - 1 && digits.charCodeAt(from) === 0x30) from++;
  const number = from === 0 ? digits : digits.slice(from);
  return isNegative && number !== '0' ? `-${number}` : number;
}

function hexadecimal(bytes: Uint8Array): string {
  return `X'${Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('')}'`;
}

/** Issues show the number, or the bytes in hexadecimal, as what was sent. */
function keep({ slices }: FixedWidthLine, text: string): string {
  slices.push(text);
  return text;
}
