/**
 * Functions from which generated date writers are built. Each formats one part of a date like Java's DateTimeFormatter.
 */

import { MONTH_NAMES, WEEKDAY_NAMES } from './names.ts';

/** Pads a non-negative integer with leading zeros to at least `width` digits. */
export function padNumber(number: number, width: number): string {
  const digits = String(number);
  return digits.length >= width ? digits : digits.length === width - 1 ? '0' + digits : digits.padStart(width, '0');
}

/**
 * Formats a year of a pattern with four or more letters: at least `width` digits. A year with more digits begins with
 * `+`, and a negative year with `-`.
 */
export function formatYear(year: number, width: number): string {
  const digits = padNumber(Math.abs(year), width);
  if (year < 0) return `-${digits}`;
  return digits.length > width ? `+${digits}` : digits;
}

/** Formats a year of the pattern `y` or `yyy`: at least `width` digits. A negative year begins with `-`. */
export function formatPlainYear(year: number, width: number): string {
  return (year < 0 ? '-' : '') + padNumber(Math.abs(year), width);
}

/** Formats a year of the pattern `yy`: its last two digits, without a sign. */
export function formatShortYear(year: number): string {
  return padNumber(Math.abs(year) % 100, 2);
}

/** Returns the English name of a month, 1 to 12. */
export function formatMonthName(month: number): string {
  return MONTH_NAMES[month - 1] ?? '';
}

/** Returns the first three letters of the English name of a month, 1 to 12. */
export function formatShortMonthName(month: number): string {
  return formatMonthName(month).slice(0, 3);
}

/** Returns the English name of a weekday, 1 (Monday) to 7. */
export function formatWeekdayName(weekday: number): string {
  return WEEKDAY_NAMES[weekday - 1] ?? '';
}

/** Returns the first three letters of the English name of a weekday, 1 (Monday) to 7. */
export function formatShortWeekdayName(weekday: number): string {
  return formatWeekdayName(weekday).slice(0, 3);
}

/** Converts an hour of the day, 0 to 23, to the twelve-hour clock, 1 to 12. */
export function toClockHour(hour: number): number {
  return hour % 12 === 0 ? 12 : hour % 12;
}

/** Returns `AM` before noon, else `PM`. */
export function formatAmPm(hour: number): string {
  return hour < 12 ? 'AM' : 'PM';
}

/** Returns the first `digits` decimals of a second, truncated. `nano` is in nanoseconds. */
export function formatFraction(nano: number, digits: number): string {
  return padNumber(nano, 9).slice(0, digits);
}
