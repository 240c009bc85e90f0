/** Returns whether a double represents a JSON number exactly: true for `1.10`, false for `12345678901234567890`. */
export function isExactNumber(written: string): boolean {
  const read = Number(written);
  if (!Number.isFinite(read)) return false;
  const source = splitNumber(written);
  const double = splitNumber(String(read));
  return source.digits === double.digits && source.exponent === double.exponent && source.negative === double.negative;
}

/**
 * Splits a number into its significant digits, a power of ten and a sign. Zero has no digits, exponent 0 and no sign.
 */
function splitNumber(number: string): { digits: string; exponent: number; negative: boolean } {
  const [mantissa = '', power = '0'] = number.toLowerCase().split('e');
  const [whole = '', decimals = ''] = mantissa.replace('-', '').split('.');
  const all = whole + decimals;
  const leading = countZeros(all, 'start');
  if (leading === all.length) return { digits: '', exponent: 0, negative: false };
  const trailing = countZeros(all, 'end');
  return {
    digits: all.slice(leading, all.length - trailing),
    exponent: Number(power) - decimals.length + trailing,
    negative: mantissa.startsWith('-'),
  };
}

/** Counts in a loop because a regular expression for trailing zeros takes quadratic time on long runs of zeros. */
function countZeros(digits: string, from: 'start' | 'end'): number {
  let count = 0;
  while (count < digits.length && digits[from === 'start' ? count : digits.length - 1 - count] === '0') count++;
  return count;
}
