/** A double represents every integer with up to this many digits exactly. */
export const MAX_EXACT_DIGITS = 15;

/** Powers of ten: the element at index i is 10 to the power of i, for i from 0 to 15. */
export const POWERS_OF_TEN: readonly number[] = Array.from({ length: MAX_EXACT_DIGITS + 1 }, (_, i) => 10 ** i);

/**
 * Returns the index of the first digit from `from` on that is not zero. If all digits are zeros, returns the index of
 * the last one.
 */
export function skipLeadingZeros(input: Uint8Array, from: number): number {
  let at = from;
  while (input[at] === ZERO) at++;
  return at === from || isDigit(input[at] as number) ? at : at - 1;
}

/**
 * Inserts a decimal point before the last `scale` digits of the integer from `from` to `end`. An integer with too few
 * digits gets leading zeros: `5` with scale 2 becomes `0.05`. Returns the index after the number.
 */
export function insertDecimalPoint(output: Uint8Array, from: number, end: number, scale: number): number {
  if (end - from > scale) {
    for (let i = end; i > end - scale; i--) output[i] = output[i - 1] as number;
    output[end - scale] = POINT;
    return end + 1;
  }
  const missing = Math.max(0, scale + 1 - (end - from));
  for (let i = end - 1; missing > 0 && i >= from; i--) output[i + missing] = output[i] as number;
  for (let i = from; i < from + missing; i++) output[i] = ZERO;
  const point = end + missing - scale;
  for (let i = end + missing; i > point; i--) output[i] = output[i - 1] as number;
  output[point] = POINT;
  return end + missing + 1;
}

const ZERO = 0x30;
const POINT = 0x2e;

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
