/** Matches a number with at most 15 digits that is written as it is shown. */
const PLAIN = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?$/u;

/**
 * Returns a stored double in digits, without an exponent, rounded to 15 significant digits as Excel computes. Null: the text
 * is no number.
 */
export function writeNumber(text: string): string | null {
  if (text.length <= 16 && PLAIN.test(text)) return text === '-0' ? '0' : text;
  if (!/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/u.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? withoutExponent(number) : null;
}

function withoutExponent(number: number): string {
  const [mantissa = '', exponent = '0'] = number.toExponential(14).split('e');
  const isNegative = mantissa.startsWith('-');
  const digits = mantissa.replace(/[-.]/gu, '').replace(/0+$/u, '');
  if (digits === '') return '0';
  // The number of digits before the point.
  const point = Number(exponent) + 1;
  const whole = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const decimals = point < 0 ? '0'.repeat(-point) + digits : digits.slice(Math.max(0, point));
  return `${isNegative ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}
