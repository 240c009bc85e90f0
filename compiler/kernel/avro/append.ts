/**
 * Functions with which the fast reader writes values in Avro’s binary encoding. They append a value of the output, which
 * is not null, and return the index after the appended bytes, or -1 if the record needs the careful reader.
 */

import { fastBuffers, hasRoomAfter } from '../fast/buffers.ts';
import { decodeText, type OutputValue, parseDateValue } from '../fast/output-value.ts';
import { writeText } from '../fast/json-bytes.ts';
import { toEpochDay } from '../values/dates/calendar.ts';
import { unitsOfInstant, unitsOfTime } from './clock.ts';
import { fitsDecimal, fitsInstant, fitsLong, fitsTime } from './fits.ts';
import { EXACT_DIGITS, writeAvroDecimal, writeAvroDigits, writeAvroLong, writeAvroUnits } from './write-number.ts';

/** Appends the branch of a value that is null: the first of its union. */
export function appendAvroNull(output: Uint8Array, length: number): number {
  output[length] = 0;
  return length + 1;
}

/** Appends the branch of a value that is not null. */
export function appendAvroBranch(output: Uint8Array, length: number): number {
  output[length] = 2;
  return length + 1;
}

/** The view of the output that all fast readers share. */
const { outputView } = fastBuffers;

/** The number of bytes up to which a loop over words is faster than `copyWithin`. */
const SHORT_BYTES = 128;
const WORD_BYTES = 4;

/** Appends a string. */
export function appendAvroText(output: Uint8Array, length: number, value: OutputValue): number {
  const isQuoted = output[value.from] === QUOTE;
  const from = isQuoted ? value.from + 1 : value.from;
  const to = isQuoted ? value.to - 1 : value.to;
  const size = to - from;
  if (!hasRoomAfter(length + size)) return -1;
  const start = writeAvroLong(output, length, size);
  if (size > SHORT_BYTES) {
    if (output.subarray(from, to).includes(BACKSLASH)) return appendUnescaped(output, length, value);
    output.copyWithin(start, from, to);
    return start + size;
  }
  // The bit of each byte that may be a backslash: the bytes of `other` that are 0, and those after one of them.
  let found = 0;
  let i = 0;
  for (; i + WORD_BYTES <= size; i += WORD_BYTES) {
    const word = outputView.getInt32(from + i);
    const other = word ^ BACKSLASHES;
    found |= (other - ONES) & ~other & HIGH_BITS;
    outputView.setInt32(start + i, word);
  }
  for (; i < size; i++) {
    const byte = output[from + i] as number;
    if (byte === BACKSLASH) found = -1;
    output[start + i] = byte;
  }
  return found === 0 ? start + size : appendUnescaped(output, length, value);
}

/** Appends a string that has escapes in the output. It is shorter without them. */
function appendUnescaped(output: Uint8Array, length: number, value: OutputValue): number {
  const text = (decodeText(value) ?? '').replace(/[\ud800-\udfff]/gu, '\ufffd');
  return writeText(output, writeAvroLong(output, length, sizeOfText(text)), text);
}

/** Returns the number of bytes of a text in UTF-8. It has no lone surrogates. */
function sizeOfText(text: string): number {
  let size = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a pair of surrogates has two of its four bytes.
    size += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
  }
  return size;
}

/** Appends a boolean. */
export function appendAvroBoolean(output: Uint8Array, length: number, { from }: OutputValue): number {
  output[length] = output[from] === LETTER_T ? 1 : 0;
  return length + 1;
}

/** Appends a whole number. */
export function appendAvroLong(output: Uint8Array, length: number, value: OutputValue): number {
  const isQuoted = output[value.from] === QUOTE;
  const to = isQuoted ? value.to - 1 : value.to;
  let at = isQuoted ? value.from + 1 : value.from;
  const isNegative = output[at] === MINUS;
  if (isNegative) at++;
  if (to - at > EXACT_DIGITS) {
    const digits = decodeText(value) as string;
    return fitsLong(digits) ? writeAvroDigits(output, length, digits) : -1;
  }
  let units = 0;
  for (; at < to; at++) units = units * 10 + (output[at] as number) - ZERO;
  return writeAvroLong(output, length, isNegative ? -units : units);
}

/** Appends a number with at most `precision` digits, `scale` of them decimals. */
export function appendAvroDecimal(
  output: Uint8Array,
  length: number,
  value: OutputValue,
  { precision, scale }: { readonly precision: number; readonly scale: number },
): number {
  const isQuoted = output[value.from] === QUOTE;
  const to = isQuoted ? value.to - 1 : value.to;
  let at = isQuoted ? value.from + 1 : value.from;
  const isNegative = output[at] === MINUS;
  if (isNegative) at++;
  let units = 0;
  const first = at;
  for (; at < to && output[at] !== POINT; at++) units = units * 10 + (output[at] as number) - ZERO;
  const whole = output[first] === ZERO ? 0 : at - first;
  const point = at++;
  const end = Math.min(to, point + 1 + scale);
  for (; at < end; at++) units = units * 10 + (output[at] as number) - ZERO;
  for (let decimals = Math.max(0, at - point - 1); decimals < scale; decimals++) units *= 10;
  if (whole > precision - scale || whole + scale > EXACT_DIGITS || at < to) {
    const text = decodeText(value) as string;
    return fitsDecimal(text, precision, scale) && hasRoomAfter(length + precision)
      ? writeAvroDecimal(output, length, text, scale)
      : -1;
  }
  return writeAvroUnits(output, length, isNegative ? -units : units);
}

/** Appends a date. Only the careful reader writes those whose texts have no fixed width. */
export function appendAvroDate(output: Uint8Array, length: number, value: OutputValue): number {
  const date = parseDateValue(value);
  if (date === 0) return -1;
  return writeAvroLong(output, length, toEpochDay(Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100));
}

/** Appends a time of day in units of 10 to the power of minus `decimals` seconds. */
export function appendAvroTime(output: Uint8Array, length: number, value: OutputValue, decimals: number): number {
  const text = decodeText(value) as string;
  return fitsTime(text, decimals) ? writeAvroLong(output, length, unitsOfTime(text, decimals)) : -1;
}

/** Appends an instant in units of 10 to the power of minus `decimals` seconds. */
export function appendAvroInstant(output: Uint8Array, length: number, value: OutputValue, decimals: number): number {
  const text = decodeText(value) as string;
  return fitsInstant(text, decimals) ? writeAvroLong(output, length, unitsOfInstant(text, decimals)) : -1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BACKSLASHES = 0x5c5c5c5c;
const ONES = 0x01010101;
const HIGH_BITS = -0x7f7f7f80;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LETTER_T = 0x74;
