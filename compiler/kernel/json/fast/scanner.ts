import { BACKSLASH, DOUBLE_QUOTE, HYPHEN, PLUS, POINT, ZERO } from '../../bytes/ascii.ts';
import { fastBuffers } from '../../fast/buffers.ts';
import { countUtf8CodePoints } from '../../fast/utf8-text.ts';

const input = fastBuffers.input;
const view = fastBuffers.inputView;

const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;
const LETTER_E = 0x45;
const LOWER_CASE_BIT = 0x20;
const LETTER_U = 0x75;
/** The first four bytes of `true` and `null`, and the last four of `false`, as little-endian words. */
const TRUE = 0x65757274;
const NULL = 0x6c6c756e;
const ALSE = 0x65736c61;

/** The functions `find…End` find tokens of JSON in `fastBuffers.input`, in which a NUL follows the last record. */

/**
 * Returns the index of the quote that ends the string whose text begins at index `from`. Returns -1 if the string is not
 * valid: RFC 8259, section 7, in well-formed UTF-8, without halves of surrogate pairs.
 */
export function findStringEnd(from: number): number {
  for (let at = from; ; at += 4) {
    const four = view.getInt32(at, true);
    // The highest bit is set in the first byte that is a quote, a backslash, a control character, or not ASCII.
    const special =
      (((four ^ QUOTES) - 0x01010101) | ((four ^ BACKSLASHES) - 0x01010101) | (four - 0x20202020) | four) & 0x80808080;
    if (special !== 0) {
      const end = at + ((31 - Math.clz32(special & -special)) >> 3);
      return input[end] === DOUBLE_QUOTE ? end : findSpecialEnd(from, end);
    }
  }
}

/** Returns what `findStringEnd` returns. The bytes before index `first` are plain. */
function findSpecialEnd(from: number, first: number): number {
  let isAscii = true;
  let at = first;
  for (;;) {
    const byte = input[at] as number;
    if (byte === DOUBLE_QUOTE) break;
    if (byte < 0x20) return -1;
    if (byte === BACKSLASH) {
      at = findEscapeEnd(at);
      if (at < 0) return -1;
    } else {
      if (byte >= 0x80) isAscii = false;
      at++;
    }
  }
  return isAscii || countUtf8CodePoints(input, from, at) >= 0 ? at : -1;
}

/** Returns the index after the escape at index `at`, or after both escapes of a surrogate pair. -1: it is not valid. */
function findEscapeEnd(at: number): number {
  const letter = input[at + 1] as number;
  if (letter !== LETTER_U) return unescapeLetter(letter) < 0 ? -1 : at + 2;
  const unit = readUnit(input, at);
  if (unit < 0) return -1;
  if (unit < 0xd800 || unit > 0xdfff) return at + 6;
  if (unit > 0xdbff || input[at + 6] !== BACKSLASH || input[at + 7] !== LETTER_U) return -1;
  const low = readUnit(input, at + 6);
  return low >= 0xdc00 && low <= 0xdfff ? at + 12 : -1;
}

/** Returns the character of the short escape with a letter, or -1 if there is none. */
export function unescapeLetter(letter: number): number {
  switch (letter) {
    case DOUBLE_QUOTE:
    case BACKSLASH:
    case 0x2f: // /
      return letter;
    case 0x62: // b
      return 0x08;
    case 0x66: // f
      return 0x0c;
    case 0x6e: // n
      return 0x0a;
    case 0x72: // r
      return 0x0d;
    case 0x74: // t
      return 0x09;
    default:
      return -1;
  }
}

/** Returns the UTF-16 unit of the escape `\uXXXX` at index `at`, or -1 if it has no four digits. */
export function readUnit(bytes: Uint8Array, at: number): number {
  const [first, second] = [hexDigit(bytes[at + 2]), hexDigit(bytes[at + 3])];
  const [third, fourth] = [hexDigit(bytes[at + 4]), hexDigit(bytes[at + 5])];
  if (first < 0 || second < 0 || third < 0 || fourth < 0) return -1;
  return (first << 12) | (second << 8) | (third << 4) | fourth;
}

function hexDigit(byte = 0): number {
  if (isDigit(byte)) return byte - ZERO;
  const letter = byte | LOWER_CASE_BIT;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Returns the index after `true`, `false` or `null` at index `at`, or -1 if none is there. */
export function findWordEnd(at: number): number {
  const four = view.getInt32(at, true);
  if (four === TRUE || four === NULL) return at + 4;
  return input[at] === 0x66 && view.getInt32(at + 1, true) === ALSE ? at + 5 : -1;
}

/** Returns whether `null` is at index `at`. */
export function isNullAt(at: number): boolean {
  return view.getInt32(at, true) === NULL;
}

/** Finds numbers, and notes how they are written. */
export class NumberScanner {
  /** The index of the decimal point of the number that was found last, or its end if it has none. */
  point = 0;
  /** Whether that number has an exponent. */
  hasExponent = false;

  /** Returns the index after the number at index `from` (RFC 8259, section 6), or -1 if none is there. */
  findEnd(from: number): number {
    let at = input[from] === HYPHEN ? from + 1 : from;
    const first = input[at] as number;
    if (!isDigit(first)) return -1;
    at++;
    if (first !== ZERO) while (isDigit(input[at] as number)) at++;
    this.point = at;
    this.hasExponent = false;
    if (input[at] === POINT) {
      const decimals = at + 1;
      at = decimals;
      while (isDigit(input[at] as number)) at++;
      if (at === decimals) return -1;
    }
    return ((input[at] as number) | LOWER_CASE_BIT) === (LETTER_E | LOWER_CASE_BIT)
      ? this.#findExponentEnd(at + 1)
      : at;
  }

  #findExponentEnd(from: number): number {
    this.hasExponent = true;
    const sign = input[from];
    const digits = sign === HYPHEN || sign === PLUS ? from + 1 : from;
    let at = digits;
    while (isDigit(input[at] as number)) at++;
    return at === digits ? -1 : at;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}
