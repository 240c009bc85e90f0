import { isBefore24, restIsZero } from './clock.ts';

/** Functions that return whether a value can be written with a type of Avro. */

const MAX_LONG = '9223372036854775807';
const MIN_LONG = '-9223372036854775808';

/** Returns whether a whole number has at most 64 bits. */
export function fitsLong(digits: string): boolean {
  const limit = digits.startsWith('-') ? MIN_LONG : MAX_LONG;
  return digits.length < limit.length || (digits.length === limit.length && digits <= limit);
}

/** Returns whether a number has at most `precision` digits with `scale` decimals. Zeros at its end do not count. */
export function fitsDecimal(text: string, precision: number, scale: number): boolean {
  const start = text.startsWith('-') ? 1 : 0;
  const point = text.indexOf('.');
  const whole = point < 0 ? text.slice(start) : text.slice(start, point);
  const digits = whole === '0' ? 0 : whole.length;
  return digits <= precision - scale && (point < 0 || restIsZero(text, point + 1 + scale, text.length));
}

/** The greatest number of days before and after 1970-01-01 that an int has. */
const MAX_DAY = 0x7fff_ffff;

/** Returns whether a day, counted from 1970-01-01, is an int. NaN fits: it is no day. */
export function fitsEpochDay(day: number): boolean {
  return !(Math.abs(day) > MAX_DAY);
}

/** Returns whether a TIME is before 24:00 and has at most `decimals` decimals. Zeros at its end do not count. */
export function fitsTime(text: string, decimals: number): boolean {
  return isBefore24(text) && restIsZero(text, 'HH:mm:ss.'.length + decimals, text.length);
}

/** Returns whether a TIMESTAMP in UTC has at most `decimals` decimals. Zeros at its end do not count. */
export function fitsInstant(text: string, decimals: number): boolean {
  const end = text.length - 1;
  return text[end] === 'Z' && restIsZero(text, 'yyyy-MM-ddTHH:mm:ss.'.length + decimals, end);
}
