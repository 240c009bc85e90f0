import type { OutputValue } from './output-value.ts';

/**
 * Compares two numbers by value, without rounding. Returns a negative number, 0 or a positive number. Neither may be
 * null. Their digits are canonical: no `+` and no superfluous leading zeros.
 */
export function compareNumberValues(a: OutputValue, b: OutputValue): number {
  const quoteA = a.bytes[a.from] === QUOTE ? 1 : 0;
  const quoteB = b.bytes[b.from] === QUOTE ? 1 : 0;
  const startA = a.from + quoteA;
  const startB = b.from + quoteB;
  const isNegativeA = a.bytes[startA] === MINUS;
  const isNegativeB = b.bytes[startB] === MINUS;
  const digitsA = { bytes: a.bytes, from: isNegativeA ? startA + 1 : startA, to: a.to - quoteA };
  const digitsB = { bytes: b.bytes, from: isNegativeB ? startB + 1 : startB, to: b.to - quoteB };
  const compared = compareMagnitudes(digitsA, digitsB);
  if (isNegativeA === isNegativeB) return isNegativeA ? -compared : compared;
  // -0 equals 0.
  if (compared === 0 && isZero(digitsA)) return 0;
  return isNegativeA ? -1 : 1;
}

/** Digits, perhaps with a decimal point. */
interface Digits {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

function compareMagnitudes(a: Digits, b: Digits): number {
  const lengthA = wholeLength(a);
  const lengthB = wholeLength(b);
  if (lengthA !== lengthB) return lengthA - lengthB;
  const length = Math.max(a.to - a.from, b.to - b.from);
  for (let i = 0; i < length; i++) {
    const difference = digitAt(a, i) - digitAt(b, i);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns the number of digits before the decimal point. */
function wholeLength({ bytes, from, to }: Digits): number {
  let at = from;
  while (at < to && bytes[at] !== POINT) at++;
  return at - from;
}

/** Returns the digit at an index, or 0 for the decimal point and after the end. */
function digitAt({ bytes, from, to }: Digits, index: number): number {
  const byte = from + index < to ? (bytes[from + index] as number) : ZERO;
  return byte === POINT ? 0 : byte - ZERO;
}

function isZero(digits: Digits): boolean {
  for (let i = 0; i < digits.to - digits.from; i++) {
    if (digitAt(digits, i) !== 0) return false;
  }
  return true;
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
