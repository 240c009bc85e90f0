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

/** Parses the last two digits of a year from 2000 to 2099. Returns a negative number if they are not digits. */
export function parseShortYearBytes(input: Uint8Array, at: number): number {
  const year = parseTwoDigitBytes(input, at);
  return year < 0 ? -1 : 2000 + year;
}

/** Returns the index after a number of one or two digits at index `at`. The first byte may be any byte. */
export function findShortNumberEnd(input: Uint8Array, at: number): number {
  return ((input[at + 1] as number) ^ ZERO) > 9 ? at + 1 : at + 2;
}

/** Parses the one or two ASCII digits between two indexes. Returns a negative number if they are not digits. */
export function parseShortNumberBytes(input: Uint8Array, from: number, to: number): number {
  if (to - from === 2) return parseTwoDigitBytes(input, from);
  const digit = (input[from] as number) ^ ZERO;
  return digit > 9 ? -1 : digit;
}

/** Writes a number from 0 to 99 as two ASCII digits. */
export function writeTwoDigits(output: Uint8Array, at: number, value: number): void {
  const tens = Math.trunc(value / 10);
  output[at] = ZERO + tens;
  output[at + 1] = ZERO + value - 10 * tens;
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
