/**
 * Exact arithmetic of expressions. Numbers are texts of digits as in values/number.ts. If an operand is null, the result
 * is null. A computed zero has no sign.
 */

import { compareDecimals, withoutZeroSign } from '../values/number.ts';
import type { Failures } from './failures.ts';
import { addSmall, divideSmall, multiplySmall, roundSmall, type Rounding } from './small-numbers.ts';

/** Maximum number of digits of an operand and of a result. */
const MAX_DIGITS = 1000;

export type { Rounding } from './small-numbers.ts';

type Operand = string | null;

/** A number as an integer, in units of 10 to the power of minus `scale`. */
interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

/** Returns the sum. It has the larger number of decimals of its operands. */
export function addNumbers(a: Operand, b: Operand, record: Failures): Operand {
  const small = a === null || b === null ? null : addSmall(a, b, 1);
  return small ?? combine(a, b, record, (first, second) => first + second);
}

/** Returns the difference. It has the larger number of decimals of its operands. */
export function subtractNumbers(a: Operand, b: Operand, record: Failures): Operand {
  const small = a === null || b === null ? null : addSmall(a, b, -1);
  return small ?? combine(a, b, record, (first, second) => first - second);
}

/** Returns the product. Its number of decimals is the sum of those of its operands. */
export function multiplyNumbers(a: Operand, b: Operand, record: Failures): Operand {
  const small = a === null || b === null ? null : multiplySmall(a, b);
  if (small !== null) return small;
  const [first, second] = [toScaled(a, record), toScaled(b, record)];
  if (first === null || second === null) return null;
  return format({ units: first.units * second.units, scale: first.scale + second.scale }, record);
}

/** Returns the number with the opposite sign. */
export function negate<T extends Operand>(number: T): T {
  if (number === null) return number;
  const digits = number.startsWith('-') ? number.slice(1) : isZero(number) ? number : `-${number}`;
  return digits as T;
}

/** Returns the number without its sign. */
export function absoluteNumber<T extends Operand>(number: T): T {
  return (number?.startsWith('-') ? number.slice(1) : number) as T;
}

/** Returns the smallest number: the first of those that are equal. Null if one of them is null. */
export function smallestNumber(...numbers: readonly Operand[]): Operand {
  return select(numbers, (compared) => compared < 0);
}

/** Returns the largest number: the first of those that are equal. Null if one of them is null. */
export function largestNumber(...numbers: readonly Operand[]): Operand {
  return select(numbers, (compared) => compared > 0);
}

/** Returns the number with exactly `scale` decimals. */
export function roundNumber(number: Operand, scale: number, rounding: Rounding, record: Failures): Operand {
  const small = number === null ? null : roundSmall(number, scale, rounding);
  if (small !== null) return small;
  const scaled = toScaled(number, record);
  if (scaled === null) return null;
  if (scaled.scale <= scale) return format({ units: scaled.units * powerOfTen(scale - scaled.scale), scale }, record);
  return format({ units: divideRounded(scaled.units, powerOfTen(scaled.scale - scale), rounding), scale }, record);
}

/** Returns the quotient with exactly `scale` decimals. Fails if the divisor is zero. */
export function divideNumbers(
  [dividend, divisor]: readonly [Operand, Operand],
  scale: number,
  rounding: Rounding,
  record: Failures,
): Operand {
  const small = dividend === null || divisor === null ? null : divideSmall(dividend, divisor, scale, rounding);
  if (small !== null) return small;
  const [a, b] = [toScaled(dividend, record), toScaled(divisor, record)];
  if (a === null || b === null) return null;
  if (b.units === 0n) return record.fail('the divisor is zero', divisor);
  const numerator = a.units * powerOfTen(b.scale + scale);
  const denominator = b.units * powerOfTen(a.scale);
  return format({ units: divideRounded(numerator, denominator, rounding), scale }, record);
}

/** Returns whether two numbers have the same value. Null if one of them is null. */
export function isSameNumber(a: Operand, b: Operand): boolean | null {
  return a === null || b === null ? null : compareDecimals(a, b) === 0;
}

/** Returns whether the first number is less than the second. Null if one of them is null. */
export function isLessNumber(a: Operand, b: Operand): boolean | null {
  return a === null || b === null ? null : compareDecimals(a, b) < 0;
}

/** Returns whether the first number is at most the second. Null if one of them is null. */
export function isAtMostNumber(a: Operand, b: Operand): boolean | null {
  return a === null || b === null ? null : compareDecimals(a, b) <= 0;
}

/** Returns whether a number equals one of a list. Null if there is none, but the number or one of the list is null. */
export function isOneOfNumbers(number: Operand, ...list: readonly Operand[]): boolean | null {
  if (number === null) return null;
  if (list.some((one) => one !== null && compareDecimals(number, one) === 0)) return true;
  return list.includes(null) ? null : false;
}

function combine(a: Operand, b: Operand, record: Failures, of: (a: bigint, b: bigint) => bigint): Operand {
  const [first, second] = [toScaled(a, record), toScaled(b, record)];
  if (first === null || second === null) return null;
  const scale = Math.max(first.scale, second.scale);
  const align = ({ units, scale: own }: Scaled) => units * powerOfTen(scale - own);
  return format({ units: of(align(first), align(second)), scale }, record);
}

function select(numbers: readonly Operand[], isBetter: (compared: number) => boolean): Operand {
  let best: Operand = null;
  for (const number of numbers) {
    if (number === null) return null;
    if (best === null || isBetter(compareDecimals(number, best))) best = number;
  }
  return best === null ? null : withoutZeroSign(best);
}

function toScaled(number: Operand, record: Failures): Scaled | null {
  if (number === null) return null;
  const point = number.indexOf('.');
  if (number.length - (point < 0 ? 0 : 1) - (number.startsWith('-') ? 1 : 0) > MAX_DIGITS) return tooManyDigits(record);
  return point < 0
    ? { units: BigInt(number), scale: 0 }
    : { units: BigInt(number.slice(0, point) + number.slice(point + 1)), scale: number.length - point - 1 };
}

function format({ units, scale }: Scaled, record: Failures): Operand {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (digits.length > MAX_DIGITS) return tooManyDigits(record);
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function tooManyDigits(record: Failures): null {
  return record.fail(`a number has more than ${MAX_DIGITS} digits`, null);
}

function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  if (rounding === 'DOWN') return quotient;
  const rest = magnitude(numerator % denominator) * 2n;
  const compared = rest - magnitude(denominator);
  const isUp = compared > 0n || (compared === 0n && (rounding === 'HALF_UP' || quotient % 2n !== 0n));
  if (!isUp) return quotient;
  return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n;
}

function magnitude(number: bigint): bigint {
  return number < 0n ? -number : number;
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function isZero(number: string): boolean {
  return !/[1-9]/.test(number);
}
