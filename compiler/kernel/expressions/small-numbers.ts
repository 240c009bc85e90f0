/**
 * Arithmetic of numbers with few digits, in integers that a double holds exactly. Each function returns null if a number
 * or the result is too large for that; then numbers.ts computes it. Numbers are texts of digits as in values/number.ts.
 */

/** How a result is rounded. HALF_UP: halves away from zero. DOWN: towards zero. */
export type Rounding = 'HALF_UP' | 'HALF_EVEN' | 'DOWN';

/** A number with so few characters has units that are exact. */
const MAX_LENGTH = 15;
const POWERS = Array.from({ length: MAX_LENGTH + 1 }, (_, exponent) => 10 ** exponent);
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/** The number of decimals of the number that `unitsOf` read last. */
let lastScale = 0;

/** Returns the sum, or with `sign` -1 the difference. */
export function addSmall(a: string, b: string, sign: 1 | -1): string | null {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return null;
  const first = unitsOf(a);
  const firstScale = lastScale;
  const second = unitsOf(b);
  const scale = Math.max(firstScale, lastScale);
  const x = first * powerOf(scale - firstScale);
  const y = second * powerOf(scale - lastScale);
  return Number.isSafeInteger(x) && Number.isSafeInteger(y) ? format(x + sign * y, scale) : null;
}

/** Returns the product. */
export function multiplySmall(a: string, b: string): string | null {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return null;
  const first = unitsOf(a);
  const scale = lastScale;
  return format(first * unitsOf(b), scale + lastScale);
}

/** Returns the number with exactly `scale` decimals. */
export function roundSmall(number: string, scale: number, rounding: Rounding): string | null {
  if (number.length > MAX_LENGTH || scale > MAX_LENGTH) return null;
  const units = unitsOf(number);
  return lastScale <= scale
    ? format(units * powerOf(scale - lastScale), scale)
    : format(divideRounded(units, powerOf(lastScale - scale), rounding), scale);
}

/** Returns the quotient with exactly `scale` decimals. Null if the divisor is zero. */
export function divideSmall(a: string, b: string, scale: number, rounding: Rounding): string | null {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH || scale > MAX_LENGTH) return null;
  const dividend = unitsOf(a);
  const dividendScale = lastScale;
  const divisor = unitsOf(b);
  const exponent = lastScale + scale;
  if (divisor === 0 || exponent > MAX_LENGTH) return null;
  const numerator = dividend * powerOf(exponent);
  const denominator = divisor * powerOf(dividendScale);
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator)) return null;
  return format(divideRounded(numerator, denominator, rounding), scale);
}

/** Divides two safe integers. The remainder is exact, and so is the quotient of what is left. */
function divideRounded(numerator: number, denominator: number, rounding: Rounding): number {
  const rest = numerator % denominator;
  const quotient = (numerator - rest) / denominator;
  if (rounding === 'DOWN') return quotient;
  // Not twice the rest, which may not be safe.
  const compared = Math.abs(rest) - (Math.abs(denominator) - Math.abs(rest));
  const isUp = compared > 0 || (compared === 0 && (rounding === 'HALF_UP' || quotient % 2 !== 0));
  if (!isUp) return quotient;
  return numerator < 0 === denominator < 0 ? quotient + 1 : quotient - 1;
}

/** Returns the digits of an integer in units of 10 to the power of minus `scale`. A product that is not exact is not safe. */
function format(units: number, scale: number): string | null {
  if (!Number.isSafeInteger(units)) return null;
  const sign = units < 0 ? '-' : '';
  const digits = String(Math.abs(units));
  if (scale === 0) return sign + digits;
  const all = digits.length > scale ? digits : digits.padStart(scale + 1, '0');
  return `${sign}${all.slice(0, -scale)}.${all.slice(-scale)}`;
}

function powerOf(exponent: number): number {
  return POWERS[exponent] as number;
}

function unitsOf(number: string): number {
  const isNegative = number.charCodeAt(0) === MINUS;
  let units = 0;
  let pointAt = -1;
  for (let at = isNegative ? 1 : 0; at < number.length; at++) {
    const code = number.charCodeAt(at);
    if (code === POINT) pointAt = at;
    else units = units * 10 + code - ZERO;
  }
  lastScale = pointAt < 0 ? 0 : number.length - pointAt - 1;
  return isNegative ? -units : units;
}
