/**
 * Functions with which the fast reader writes values in Avro’s binary encoding. They append a value of the output, which
 * is not null, and return the index after the appended bytes, or -1 if the record needs the careful reader.
 */

import { utf8Length } from '../values/text.ts';
import { fastBuffers, hasRoomAfter } from '../fast/buffers.ts';
import { decodeText, type OutputValue, parseDateValue } from '../fast/output-value.ts';
import { writeText } from '../fast/json-bytes.ts';
import { type DecimalSize, writeDecimal, writeInstant, writeLong, writeTime } from './output-numbers.ts';
import { toAvroDay } from './in-place.ts';
import { writeAvroLong } from './write-number.ts';

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
const outputView = fastBuffers.outputView;

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
  return writeText(output, writeAvroLong(output, length, utf8Length(text)), text);
}

/** Appends a boolean. */
export function appendAvroBoolean(output: Uint8Array, length: number, { from }: OutputValue): number {
  output[length] = output[from] === LETTER_T ? 1 : 0;
  return length + 1;
}

/** Appends a whole number. */
export function appendAvroLong(_output: Uint8Array, length: number, value: OutputValue): number {
  const { from, to } = textOf(value);
  return writeLong(length, from, to);
}

/** Appends a number with at most `precision` digits, `scale` of them decimals. */
export function appendAvroDecimal(_output: Uint8Array, length: number, value: OutputValue, size: DecimalSize): number {
  return writeDecimal(length, textOf(value), size);
}

/** Appends a date. Only the careful reader writes those whose texts have no fixed width. */
export function appendAvroDate(_output: Uint8Array, length: number, value: OutputValue): number {
  const date = parseDateValue(value);
  if (date === 0) return -1;
  return toAvroDay(length, date);
}

/** Appends a time of day in units of 10 to the power of minus `decimals` seconds. */
export function appendAvroTime(_output: Uint8Array, length: number, value: OutputValue, decimals: number): number {
  return writeTime(length, textOf(value), decimals);
}

/** Appends an instant in units of 10 to the power of minus `decimals` seconds. */
export function appendAvroInstant(_output: Uint8Array, length: number, value: OutputValue, decimals: number): number {
  return writeInstant(length, textOf(value), decimals);
}

/** Returns where the text of a value is, without quotes. */
function textOf({ bytes, from, to }: OutputValue): { readonly from: number; readonly to: number } {
  return bytes[from] === QUOTE ? { from: from + 1, to: to - 1 } : { from, to };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BACKSLASHES = 0x5c5c5c5c;
const ONES = 0x01010101;
const HIGH_BITS = -0x7f7f7f80;
const LETTER_T = 0x74;
