import { alphanumericOf, isCapital } from './digits.ts';

/**
 * Returns whether the bytes from `from` to `to` have the form of a BIC (ISO 9362): four digits or letters `A` to `Z`,
 * two letters for the country, two digits or letters, and for a branch three more. A BIC has no check digit, and whether
 * it is assigned is not checked.
 */
export function isBicShape(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length !== 8 && length !== 11) return false;
  for (let at = from; at < to; at++) {
    if (alphanumericOf(bytes[at] as number) < 0) return false;
  }
  return isCapital(bytes[from + 4] as number) && isCapital(bytes[from + 5] as number);
}
