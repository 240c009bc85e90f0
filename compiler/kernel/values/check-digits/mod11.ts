import { digitOf } from './digits.ts';

/** With more digits, the weight of a digit would be 11, and the check digit would not depend on it. */
const MAX_LENGTH = 10;
const CAPITAL_X = 88;

/**
 * Returns whether the bytes from `from` to `to` are a number with the modulus 11 check digit of ISBN-10 (ISO 2108) and
 * ISSN (ISO 3297): 2 to 10 digits. The last is the check digit, or `X` for 10. From right to left, the digits
 * have the weights 1, 2, 3 and so on. The weighted sum is a multiple of 11.
 */
export function isMod11(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length < 2 || length > MAX_LENGTH) return false;
  const last = bytes[to - 1] as number;
  let sum = last === CAPITAL_X ? 10 : digitOf(last);
  if (sum < 0) return false;
  for (let weight = 2; weight <= length; weight++) {
    const digit = digitOf(bytes[to - weight] as number);
    if (digit < 0) return false;
    sum += digit * weight;
  }
  return sum % 11 === 0;
}
