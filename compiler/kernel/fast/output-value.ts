import { fastBuffers } from './buffers.ts';

/** Where the parts of a date are in its text: its width, and the offsets of year, month and day, in bytes. */
export interface OutputDateLayout {
  readonly width: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The JSON value of a field in the output of the fast reader: the bytes from `from` to `to`. */
export interface OutputValue {
  readonly bytes: Uint8Array;
  from: number;
  to: number;
  /**
   * The number as an integer, in units of 10 to the power of minus `scale`. NaN: only the bytes have it. It is set for
   * fields that a rule of the file adds up.
   */
  units: number;
  scale: number;
  /** The layout of a DATE whose parts all have a fixed width. Null for any other value. */
  readonly layout: OutputDateLayout | null;
}

/** Creates the place of a field's value in the output. It is empty until `from` and `to` are set. */
export function createOutputValue(layout: OutputDateLayout | null = null): OutputValue {
  return { bytes: fastBuffers.output, from: 0, to: 0, units: NaN, scale: 0, layout };
}

/** Returns whether a value is null. */
export function isNullValue({ bytes, from }: OutputValue): boolean {
  return bytes[from] === LETTER_N;
}

/** Returns the text of a value as the careful reader returns it, or null. */
export function decodeText({ bytes, from, to }: OutputValue): string | null {
  if (bytes[from] === LETTER_N) return null;
  const isString = bytes[from] === QUOTE;
  const plain = isString ? decodePlain(bytes, from + 1, to - 1) : decodePlain(bytes, from, to);
  if (plain !== null) return plain;
  const json = decoder.decode(bytes.subarray(from, to));
  // The fast reader wrote a string or a number. The text of a number is its JSON.
  return isString ? (JSON.parse(json) as string) : json;
}

/** Maximum length of texts that are decoded without a TextDecoder, which is slow for short texts. */
const MAX_PLAIN = 32;

/** Returns a short text of ASCII without escapes. Returns null for any other text. */
function decodePlain(bytes: Uint8Array, from: number, to: number): string | null {
  if (to - from > MAX_PLAIN) return null;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH || byte > 0x7f) return null;
  }
  let text = '';
  let at = from;
  for (; at + 4 <= to; at += 4)
    text += String.fromCharCode(
      bytes[at] as number,
      bytes[at + 1] as number,
      bytes[at + 2] as number,
      bytes[at + 3] as number,
    );
  for (; at < to; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

/** Returns a boolean value, or null. */
export function decodeBoolean({ bytes, from }: OutputValue): boolean | null {
  return bytes[from] === LETTER_N ? null : bytes[from] === LETTER_T;
}

/**
 * Compares two texts by their code points. Returns a negative number, 0 or a positive number. Neither may be null.
 */
export function compareTextValues(a: OutputValue, b: OutputValue): number {
  const { bytes } = a;
  const [endA, endB] = [a.to - 1, b.to - 1];
  let atA = a.from + 1;
  let atB = b.from + 1;
  while (atA < endA && atB < endB && bytes[atA] === bytes[atB]) {
    // The byte after a backslash is not a character of its own.
    if (bytes[atA] === BACKSLASH && bytes[atA + 1] !== bytes[atB + 1]) break;
    const width = bytes[atA] === BACKSLASH ? 2 : 1;
    atA += width;
    atB += width;
  }
  if (atA >= endA || atB >= endB) return Number(atA < endA) - Number(atB < endB);
  return characterAt(bytes, atA) - characterAt(bytes, atB);
}

/** Returns the byte at an offset of a JSON string, or the character of an escape there. */
export function characterAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH) return bytes[at] as number;
  const letter = bytes[at + 1] as number;
  return ESCAPED[letter] ?? hexAt(bytes, at + 4) * 16 + hexAt(bytes, at + 5);
}

function hexAt(bytes: Uint8Array, at: number): number {
  return parseInt(String.fromCharCode(bytes[at] as number), 16);
}

/**
 * Returns a date as year * 10000 + month * 100 + day. Returns 0 if its text does not have the width of its layout, or
 * its layout is null. The value must not be null.
 */
export function parseDateValue({ bytes, from, to, layout }: OutputValue): number {
  if (layout === null || to - from - 2 !== layout.width) return 0;
  const start = from + 1;
  const year = digitsAt(bytes, start + layout.year) * 100 + digitsAt(bytes, start + layout.year + 2);
  return year * 10_000 + digitsAt(bytes, start + layout.month) * 100 + digitsAt(bytes, start + layout.day);
}

function digitsAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) - ZERO) * 10 + (bytes[at + 1] as number) - ZERO;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
/** The characters of the short escapes, by their letter. */
const ESCAPED: Readonly<Record<number, number>> = {
  0x62: 0x08,
  0x74: 0x09,
  0x6e: 0x0a,
  0x66: 0x0c,
  0x72: 0x0d,
  [QUOTE]: QUOTE,
  [BACKSLASH]: BACKSLASH,
};
const decoder = new TextDecoder();
