import { alphanumericOf } from './digits.ts';

/** The remainder is computed when the sum reaches this number, so that it never leaves the range of a 32-bit integer. */
const REDUCE_AT = 10_000_000;

/**
 * Returns whether the bytes from `from` to `to` satisfy ISO/IEC 7064, MOD 97-10: digits and the letters `A` to `Z`,
 * with two check digits at the end. Each letter counts as a number from 10 to 35, and the remainder of the whole
 * number, divided by 97, is 1. Such numbers include the LEI (ISO 17442).
 */
export function isMod97(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 3 || (bytes[to - 1] as number) > 57 || (bytes[to - 2] as number) > 57) return false;
  return remainderOf97(bytes, from, to, 0) === 1;
}

/**
 * Returns the remainder of the division by 97 of a number: the digits of `start`, then the bytes from `from` to `to`.
 * Returns -1 if a byte is neither a digit nor a letter `A` to `Z`, or if `start` is -1.
 */
export function remainderOf97(bytes: Uint8Array, from: number, to: number, start: number): number {
  let sum = start;
  for (let at = from; at < to; at++) {
    const value = alphanumericOf(bytes[at] as number);
    if (value < 0 || sum < 0) return -1;
    sum = (value < 10 ? sum * 10 : sum * 100) + value;
    if (sum >= REDUCE_AT) sum %= 97;
  }
  return sum < 0 ? -1 : sum % 97;
}
