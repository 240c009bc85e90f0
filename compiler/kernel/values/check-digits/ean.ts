import { digitOf } from './digits.ts';

/**
 * Returns whether the bytes from `from` to `to` are a GTIN (GS1 General Specifications, section 7.9): 8, 12, 13 or 14
 * digits that end with the check digit. These are EAN-8, UPC-A, EAN-13 (ISO/IEC 15420) and GTIN-14. From right
 * to left, the digits have the weights 1 and 3 in turn. The weighted sum is a multiple of 10.
 */
export function isEan(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length !== 8 && (length < 12 || length > 14)) return false;
  let sum = 0;
  let weight = 1;
  for (let at = to - 1; at >= from; at--) {
    const digit = digitOf(bytes[at] as number);
    if (digit < 0) return false;
    sum += digit * weight;
    weight = 4 - weight;
  }
  return sum % 10 === 0;
}
