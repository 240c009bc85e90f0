/**
 * Functions with which the fast reader computes values from other values of the output. They append to the output, and
 * return the index after the appended bytes, or -1 if the record needs the careful reader.
 */

import { hasRoomAfter } from './buffers.ts';
import type { OutputValue } from './output-value.ts';
import { copyWords } from './words.ts';

/** The number of bytes up to which a loop is faster than `copyWithin`. */
const SHORT_BYTES = 128;

/** Appends a copy of a value. */
export function appendValue(output: Uint8Array, length: number, { from, to }: OutputValue): number {
  return appendRange(output, length, from, to);
}

/** Appends the content of a text without its quotes, or the digits of a number. `length` may be -1. */
export function appendContent(output: Uint8Array, length: number, { from, to }: OutputValue): number {
  if (length < 0) return -1;
  const quote = output[from] === QUOTE ? 1 : 0;
  return appendRange(output, length, from + quote, to - quote);
}

/** Appends constant bytes. `length` may be -1. */
export function appendBytes(output: Uint8Array, length: number, bytes: Uint8Array): number {
  if (length < 0 || !hasRoomAfter(length + bytes.length)) return -1;
  for (let i = 0; i < bytes.length; i++) output[length + i] = bytes[i] as number;
  return length + bytes.length;
}

/** Appends the digits of a number, or a boolean, as a text. The value is not null. */
export function appendAsText(output: Uint8Array, length: number, value: OutputValue): number {
  output[length] = QUOTE;
  const end = appendContent(output, length + 1, value);
  if (end < 0) return -1;
  output[end] = QUOTE;
  return end + 1;
}

/** Appends a number with the opposite sign. Zero has none. The value is not null. */
export function appendNegated(output: Uint8Array, length: number, { from, to }: OutputValue): number {
  let at = from;
  let end = length;
  if (output[at] === QUOTE) output[end++] = output[at++] as number;
  if (output[at] === MINUS) return appendRange(output, end, at + 1, to);
  if (!isZero(output, at, to)) output[end++] = MINUS;
  return appendRange(output, end, at, to);
}

/** Creates the value of a constant number, which is compared with values of the output. */
export function createNumberValue(digits: string): OutputValue {
  const bytes = new TextEncoder().encode(digits);
  return { bytes, from: 0, to: bytes.length, units: NaN, scale: 0, layout: null };
}

/** Returns whether two texts are equal. Neither is null. */
export function hasSameText({ bytes, from, to }: OutputValue, other: OutputValue): boolean {
  if (to - from !== other.to - other.from) return false;
  for (let i = 0; i < to - from; i++) if (bytes[from + i] !== bytes[other.from + i]) return false;
  return true;
}

function appendRange(output: Uint8Array, length: number, from: number, to: number): number {
  const end = length + to - from;
  if (!hasRoomAfter(end)) return -1;
  if (to - from <= SHORT_BYTES) return copyWords(from, to, length);
  output.copyWithin(length, from, to);
  return end;
}

function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((bytes[i] as number) > ZERO && (bytes[i] as number) <= NINE) return false;
  return true;
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
