/**
 * Returns whether a JSON number keeps its value when it is parsed as a double and formatted again. True for `1.10`,
 * which becomes `1.1`. False for `12345678901234567890`, whose last digits change.
 */
export function isExactNumber(written: string): boolean {
  const read = Number(written);
  if (!Number.isFinite(read)) return false;
  const source = splitNumber(written);
  const double = splitNumber(String(read));
  return source.digits === double.digits && source.exponent === double.exponent && source.negative === double.negative;
}

/**
 * Splits a number into its digits without zeros at either end, the power of ten to multiply them by, and its sign. Zero
 * has no digits, exponent 0 and no sign.
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

/**
 * Counts the zeros at one end of the digits. A regular expression for trailing zeros would take quadratic time on long
 * runs of zeros.
 */
function countZeros(digits: string, from: 'start' | 'end'): number {
  let count = 0;
  while (count < digits.length && digits[from === 'start' ? count : digits.length - 1 - count] === '0') count++;
  return count;
}
