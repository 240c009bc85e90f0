/**
 * Functions that turn a value into Avro’s binary encoding at its place in the message. The fast reader wrote it as JSON, as
 * the last bytes of the output: from index `from` to `end`. The functions return the index after its new bytes, or -1 if the
 * record needs the careful reader. The value is not null.
 */

import { fastBuffers } from '../fast/buffers.ts';
import { characterAt } from '../fast/output-value.ts';
import { writeText } from '../fast/json-bytes.ts';
import {
  type DecimalSize,
  epochDayOf,
  writeDecimal,
  writeInstant,
  writeIsoDate,
  writeLong,
  writeTime,
} from './output-numbers.ts';
import { writeAvroLong } from './write-number.ts';

const output = fastBuffers.output;
const outputView = fastBuffers.outputView;

/** The number of bytes up to which a loop over words is faster than `copyWithin`. */
const SHORT_BYTES = 256;
const WORD_BYTES = 4;
/** The lengths of escapes such as `\u001f` and `\n`. */
const UNICODE_ESCAPE = 6;
const SHORT_ESCAPE = 2;
/** What Avro has for a surrogate without its other half. JSON escapes no other characters after U+007F. */
const REPLACEMENT = '\ufffd';
/** The first size of a text that takes two bytes, and the first that takes three. */
const TWO_BYTES = 0x40;
const THREE_BYTES = 0x2000;

/** Returns whether the value at an index is null. */
export function isNullAt(at: number): boolean {
  return output[at] === LETTER_N;
}

/** Turns a text. It is a JSON string, so its size may replace the quote before it. */
export function toAvroText(from: number, end: number): number {
  return hasEscape(from + 1, end - 1) ? unescape(from, end) : addAvroSize(from, end - 1);
}

/** Turns the digits of a number into a text. A byte before them is left for their size. */
export function toAvroDigits(from: number, end: number): number {
  return addAvroSize(from - 1, end);
}

/** Turns the text from `at + 1` to `to`, which has no escapes: writes its size to the byte before it. */
export function addAvroSize(at: number, to: number): number {
  const size = to - at - 1;
  if (size >= TWO_BYTES) return addLongSize(at, to);
  output[at] = 2 * size;
  return to;
}

/** Writes a size of more than one byte. The text moves. */
function addLongSize(at: number, to: number): number {
  const size = to - at - 1;
  const more = size < THREE_BYTES ? 1 : 2;
  if (more === 1 && size < SHORT_BYTES) moveByOne(at + 1, to);
  else output.copyWithin(at + 1 + moreFor(size), at + 1, to);
  return writeAvroLong(output, at, size) + size;
}

/** Returns how many bytes the size of a text has besides the first. */
function moreFor(size: number): number {
  let more = 0;
  for (let rest = size; rest >= TWO_BYTES; rest = Math.floor(rest / 0x80)) more++;
  return more;
}

/** Moves the bytes from `from` to `to` by one, the last ones first. */
function moveByOne(from: number, to: number): void {
  let at = to - WORD_BYTES;
  for (; at >= from; at -= WORD_BYTES) outputView.setInt32(at + 1, outputView.getInt32(at));
  for (at += WORD_BYTES - 1; at >= from; at--) output[at + 1] = output[at] as number;
}

/** Returns whether bytes contain a backslash. Those after them are of no value, and may be replaced. */
function hasEscape(from: number, to: number): boolean {
  const quote = output[to] as number;
  // The bytes after the text that the last word has are no backslashes then.
  outputView.setInt32(to, 0);
  let found = 0;
  for (let at = from; at < to; at += WORD_BYTES) found |= backslashesIn(outputView.getInt32(at));
  output[to] = quote;
  return found !== 0;
}

/** Returns 0 if none of four bytes is a backslash. */
function backslashesIn(word: number): number {
  const other = word ^ BACKSLASHES;
  // The high bit of a byte of `other` that is 0, and of some after it.
  return (other - ONES) & ~other & HIGH_BITS;
}

/** Turns a text that has escapes. It is shorter without them. */
function unescape(from: number, end: number): number {
  const last = end - 1;
  let at = from + 1;
  let to = at;
  while (at < last) {
    const word = outputView.getInt32(at);
    if (at + WORD_BYTES <= last && backslashesIn(word) === 0) {
      outputView.setInt32(to, word);
      at += WORD_BYTES;
      to += WORD_BYTES;
      continue;
    }
    const byte = output[at] as number;
    if (byte !== BACKSLASH) {
      output[to++] = byte;
      at++;
      continue;
    }
    const isUnicode = output[at + 1] === LETTER_U;
    if (isUnicode && output[at + 2] !== ZERO) to = writeText(output, to, REPLACEMENT);
    else output[to++] = characterAt(output, at);
    at += isUnicode ? UNICODE_ESCAPE : SHORT_ESCAPE;
  }
  return addAvroSize(from, to);
}

/** Turns a boolean. */
export function toAvroBoolean(from: number): number {
  output[from] = output[from] === LETTER_T ? 1 : 0;
  return from + 1;
}

/** Writes a boolean. */
export function toAvroTruth(at: number, isTrue: boolean): number {
  output[at] = isTrue ? 1 : 0;
  return at + 1;
}

/** Writes a whole number that a double represents exactly. */
export function toAvroInteger(at: number, value: number): number {
  return writeAvroLong(output, at, value);
}

/** Writes a date that exists: year * 10000 + month * 100 + day. */
export function toAvroDay(at: number, date: number): number {
  return writeAvroLong(output, at, epochDayOf(Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100));
}

/** Turns a whole number. */
export function toAvroLong(from: number, end: number): number {
  return output[from] === QUOTE ? writeLong(from, from + 1, end - 1) : writeLong(from, from, end);
}

/** Turns a number with at most `precision` digits, `scale` of them decimals. */
export function toAvroDecimal(from: number, end: number, size: DecimalSize): number {
  return writeDecimal(from, output[from] === QUOTE ? { from: from + 1, to: end - 1 } : { from, to: end }, size);
}

/** Turns a date, `yyyy-MM-dd`. */
export function toAvroDate(from: number, end: number): number {
  return end - from === ISO_BYTES ? writeIsoDate(from, from + 1) : -1;
}

/** Turns a time of day in units of 10 to the power of minus `decimals` seconds. */
export function toAvroTime(from: number, end: number, decimals: number): number {
  return writeTime(from, { from: from + 1, to: end - 1 }, decimals);
}

/** Turns an instant in units of 10 to the power of minus `decimals` seconds. */
export function toAvroInstant(from: number, end: number, decimals: number): number {
  return writeInstant(from, { from: from + 1, to: end - 1 }, decimals);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const LETTER_U = 0x75;
const BACKSLASHES = 0x5c5c5c5c;
const ONES = 0x01010101;
const HIGH_BITS = -0x7f7f7f80;
/** The length of `"yyyy-MM-dd"`. */
const ISO_BYTES = 12;
