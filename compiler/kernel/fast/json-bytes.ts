import { hasRoomAfter } from './buffers.ts';
import { sentCell } from '../values/sent-cell.ts';

/**
 * The functions `write…` write to a byte array from index `length` on, and return the index after the written bytes. If
 * the array is too short, they write only the bytes that fit. The returned index is then greater than the length of the
 * array.
 */

/** Writes an ASCII character of a JSON string, escaped if necessary. Returns the index after it. */
export function writeAscii(output: Uint8Array, length: number, byte: number): number {
  if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) {
    output[length] = byte;
    return length + 1;
  }
  output[length] = BACKSLASH;
  const short = SHORT[byte] ?? 0;
  if (short !== 0) {
    output[length + 1] = short;
    return length + 2;
  }
  output[length + 1] = 0x75;
  output[length + 2] = ZERO;
  output[length + 3] = ZERO;
  output[length + 4] = ZERO + (byte >> 4);
  output[length + 5] = hexDigit(byte & 0x0f);
  return length + 6;
}

/** Writes `null`. Returns the index after it. */
export function writeNull(output: Uint8Array, length: number): number {
  output[length] = 0x6e;
  output[length + 1] = 0x75;
  output[length + 2] = 0x6c;
  output[length + 3] = 0x6c;
  return length + 4;
}

/** Writes `true`. Returns the index after it. */
export function writeTrue(output: Uint8Array, length: number): number {
  output[length] = 0x74;
  output[length + 1] = 0x72;
  output[length + 2] = 0x75;
  output[length + 3] = 0x65;
  return length + 4;
}

/** Writes `false`. Returns the index after it. */
export function writeFalse(output: Uint8Array, length: number): number {
  output[length] = 0x66;
  output[length + 1] = 0x61;
  output[length + 2] = 0x6c;
  output[length + 3] = 0x73;
  output[length + 4] = 0x65;
  return length + 5;
}

/**
 * Writes a copy of `bytes`. Returns the index after it, or -1 if the remaining fields of the record would have too
 * little room.
 */
export function writeBytes(output: Uint8Array, length: number, bytes: Uint8Array): number {
  if (!hasRoomAfter(length + bytes.length)) return -1;
  for (let i = 0; i < bytes.length; i++) output[length + i] = bytes[i] as number;
  return length + bytes.length;
}

/**
 * Writes JSON of any length, such as a value from a careful reader, which has then read its cell. Returns the index after it, or -1 if the remaining
 * fields of the record would have too little room.
 */
export function writeJson(output: Uint8Array, length: number, json: string): number {
  sentCell.text = null;
  const end = writeText(output, length, json);
  return hasRoomAfter(end) ? end : -1;
}

/**
 * Writes a text as UTF-8, without escaping it. Returns the index after it. The text must not contain lone surrogates.
 */
export function writeText(output: Uint8Array, length: number, json: string): number {
  let end = length;
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (unit < 0x80) output[end++] = unit;
    else if (unit < 0x800) {
      output[end++] = 0xc0 | (unit >> 6);
      output[end++] = 0x80 | (unit & 0x3f);
    } else if ((unit & 0xfc00) === 0xd800) {
      const point = 0x10000 + ((unit & 0x3ff) << 10) + (json.charCodeAt(++i) & 0x3ff);
      output[end++] = 0xf0 | (point >> 18);
      output[end++] = 0x80 | ((point >> 12) & 0x3f);
      output[end++] = 0x80 | ((point >> 6) & 0x3f);
      output[end++] = 0x80 | (point & 0x3f);
    } else {
      output[end++] = 0xe0 | (unit >> 12);
      output[end++] = 0x80 | ((unit >> 6) & 0x3f);
      output[end++] = 0x80 | (unit & 0x3f);
    }
  }
  return end;
}

/** Returns the UTF-8 bytes of a text inside a JSON string: escaped, without the quotes. */
export function toJsonBytes(text: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(text).slice(1, -1));
}

/**
 * Writes the key of a message with one key field. `range` is the field's JSON value in `output`, which must be a
 * string, number, boolean or null. The key is the text of a string without its quotes, or the JSON of another value.
 * For null, nothing is written. Returns the index after the key, or -1 if the string contains escapes.
 */
export function writeKeyText(
  output: Uint8Array,
  range: { from: number; to: number },
  keys: Uint8Array,
  length: number,
): number {
  const isText = output[range.from] === QUOTE;
  if (!isText && output[range.from] === 0x6e) return length;
  const to = isText ? range.to - 1 : range.to;
  let end = length;
  for (let i = isText ? range.from + 1 : range.from; i < to; i++) {
    const byte = output[i] as number;
    if (byte === BACKSLASH) return -1;
    keys[end++] = byte;
  }
  return end;
}

/**
 * Writes the key of a message with several key fields: a JSON array of strings. `ranges` are the fields' JSON values in
 * `output`. If one of them is null, the message has no key and `length` is returned. Otherwise returns the index after
 * the key.
 */
export function writeKeyTexts(
  output: Uint8Array,
  ranges: readonly { from: number; to: number }[],
  keys: Uint8Array,
  length: number,
): number {
  let end = length;
  for (const { from, to } of ranges) {
    const isText = output[from] === QUOTE;
    if (!isText && output[from] === 0x6e) return length;
    keys[end] = end === length ? 0x5b : 0x2c;
    end++;
    if (!isText) keys[end++] = QUOTE;
    for (let i = from; i < to; i++) keys[end++] = output[i] as number;
    if (!isText) keys[end++] = QUOTE;
  }
  keys[end] = 0x5d;
  return end + 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
/** The letter after the backslash in the short escapes `\b`, `\t`, `\n`, `\f`, `\r`, `\"` and `\\`, by character. */
const SHORT: Readonly<Record<number, number>> = {
  0x08: 0x62,
  0x09: 0x74,
  0x0a: 0x6e,
  0x0c: 0x66,
  0x0d: 0x72,
  0x22: QUOTE,
  0x5c: BACKSLASH,
};

function hexDigit(value: number): number {
  return value < 10 ? ZERO + value : 0x57 + value;
}
