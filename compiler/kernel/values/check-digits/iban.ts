import { digitOf, isCapital } from './digits.ts';
import { remainderOf97 } from './mod97.ts';

const MIN_LENGTH = 15;
const MAX_LENGTH = 34;

/**
 * Returns whether the bytes from `from` to `to` are an IBAN in its electronic form (ISO 13616-1): two letters, two check
 * digits from 02 to 98, and digits or letters `A` to `Z`, together 15 to 34 characters without blanks. The check digits
 * are those of ISO/IEC 7064, MOD 97-10, with the first four characters moved to the end. The length that a country
 * uses is not checked.
 */
export function isIban(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < MIN_LENGTH || to - from > MAX_LENGTH) return false;
  if (!isCapital(bytes[from] as number) || !isCapital(bytes[from + 1] as number)) return false;
  const tens = digitOf(bytes[from + 2] as number);
  const units = digitOf(bytes[from + 3] as number);
  if (tens < 0 || units < 0) return false;
  const check = tens * 10 + units;
  if (check < 2 || check > 98) return false;
  return remainderOf97(bytes, from, from + 4, remainderOf97(bytes, from + 4, to, 0)) === 1;
}
