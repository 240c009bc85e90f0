import { hasRoomAfter } from './buffers.ts';

/** JSON as bytes, written where the caller says. Bytes beyond the end of a buffer are lost; the end that is given tells. */

/** A character below 0x80 as it stands in a JSON string; gives the end. */
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

/** `null`; gives the end. */
export function writeNull(output: Uint8Array, length: number): number {
  output[length] = 0x6e;
  output[length + 1] = 0x75;
  output[length + 2] = 0x6c;
  output[length + 3] = 0x6c;
  return length + 4;
}

/** `true`; gives the end. */
export function writeTrue(output: Uint8Array, length: number): number {
  output[length] = 0x74;
  output[length + 1] = 0x72;
  output[length + 2] = 0x75;
  output[length + 3] = 0x65;
  return length + 4;
}

/** `false`; gives the end. */
export function writeFalse(output: Uint8Array, length: number): number {
  output[length] = 0x66;
  output[length + 1] = 0x61;
  output[length + 2] = 0x6c;
  output[length + 3] = 0x73;
  output[length + 4] = 0x65;
  return length + 5;
}

/** Bytes that are known beforehand; gives the end, -1 where the rest of the record has no room then. */
export function writeBytes(output: Uint8Array, length: number, bytes: Uint8Array): number {
  if (!hasRoomAfter(length + bytes.length)) return -1;
  for (let i = 0; i < bytes.length; i++) output[length + i] = bytes[i] as number;
  return length + bytes.length;
}

/** What the careful reader of a field gives as JSON, of any length; gives the end, -1 where the rest of the record has no room then. */
export function writeJson(output: Uint8Array, length: number, json: string): number {
  const end = writeText(output, length, json);
  return hasRoomAfter(end) ? end : -1;
}

/** A text of JSON, which has no lone surrogates, as UTF-8; gives the end. */
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

/** A text as it stands inside a JSON string, UTF-8. */
export function toJsonBytes(text: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(text).slice(1, -1));
}

/** The text of a JSON value as a key; -1 where it has escapes. A null is no key: nothing is written. */
export function writeKeyText(
  output: Uint8Array,
  place: { from: number; to: number },
  keys: Uint8Array,
  length: number,
): number {
  const isText = output[place.from] === QUOTE;
  if (!isText && output[place.from] === 0x6e) return length;
  const to = isText ? place.to - 1 : place.to;
  let end = length;
  for (let i = isText ? place.from + 1 : place.from; i < to; i++) {
    const byte = output[i] as number;
    if (byte === BACKSLASH) return -1;
    keys[end++] = byte;
  }
  return end;
}

/** Several JSON values as a key, a JSON array of texts; nothing where one of them is null. */
export function writeKeyTexts(
  output: Uint8Array,
  places: readonly { from: number; to: number }[],
  keys: Uint8Array,
  length: number,
): number {
  let end = length;
  for (const { from, to } of places) {
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
/** `\b`, `\t`, `\n`, `\f`, `\r`, `\"`, `\\`: the letter behind the backslash. */
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
