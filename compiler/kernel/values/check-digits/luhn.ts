import { alphanumericOf, digitOf, isCapital } from './digits.ts';

/**
 * Returns whether the bytes from `from` to `to` are at least two digits whose last one is the check digit of the Luhn
 * algorithm (ISO/IEC 7812-1, annex B), as in the numbers of payment cards.
 */
export function isLuhn(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 2) return false;
  let sum = 0;
  let isDoubled = false;
  for (let at = to - 1; at >= from; at--) {
    const digit = digitOf(bytes[at] as number);
    if (digit < 0) return false;
    sum += isDoubled ? doubled(digit) : digit;
    isDoubled = !isDoubled;
  }
  return sum % 10 === 0;
}

const ISIN_LENGTH = 12;

/**
 * Returns whether the bytes from `from` to `to` are an ISIN (ISO 6166): two letters, nine digits or letters `A` to `Z`,
 * and a check digit. The check digit is that of the Luhn algorithm after each letter is replaced by its number from 10
 * to 35.
 */
export function isIsin(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== ISIN_LENGTH) return false;
  if (!isCapital(bytes[from] as number) || !isCapital(bytes[from + 1] as number)) return false;
  let sum = digitOf(bytes[to - 1] as number);
  if (sum < 0) return false;
  let isDoubled = true;
  for (let at = to - 2; at >= from; at--) {
    const value = alphanumericOf(bytes[at] as number);
    if (value < 0) return false;
    if (value < 10) {
      sum += isDoubled ? doubled(value) : value;
      isDoubled = !isDoubled;
    } else {
      const tens = Math.floor(value / 10);
      const units = value % 10;
      sum += isDoubled ? doubled(units) + tens : units + doubled(tens);
    }
  }
  return sum % 10 === 0;
}

/** Returns the sum of the digits of twice a digit. */
function doubled(digit: number): number {
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}
