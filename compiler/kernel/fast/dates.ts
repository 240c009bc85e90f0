import { dayOf, monthOf, yearOf } from '../dates/calendar.ts';

/** Parses two ASCII digits at index `at`. Returns a negative number if they are not digits. */
export function parseTwoDigitBytes(input: Uint8Array, at: number): number {
  const tens = (input[at] as number) ^ ZERO;
  const ones = (input[at + 1] as number) ^ ZERO;
  return tens > 9 || ones > 9 ? -1 : tens * 10 + ones;
}

/** Parses four ASCII digits at index `at`. Returns a negative number if they are not digits. */
export function parseFourDigitBytes(input: Uint8Array, at: number): number {
  const hundreds = parseTwoDigitBytes(input, at);
  const ones = parseTwoDigitBytes(input, at + 2);
  return ones < 0 ? -1 : hundreds * 100 + ones;
}

/**
 * Returns whether a date exists in the Gregorian calendar. Negative years do not. The month and the day count from 1.
 */
export function isValidDate(year: number, month: number, day: number): boolean {
  if (year < 0 || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= daysInMonth(year, month);
}

/**
 * Converts a day to a number that sorts like the date: 20241231 for 2024-12-31. Days before the year 0 are negative.
 * @param epochDay days since 1970-01-01
 */
export function toDateNumber(epochDay: number): number {
  return yearOf(epochDay) * 10_000 + monthOf(epochDay) * 100 + dayOf(epochDay);
}

const ZERO = 0x30;

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
