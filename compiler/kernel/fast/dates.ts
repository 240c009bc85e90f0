import { dayOf, monthOf, yearOf } from '../values/dates/calendar.ts';
import { MONTH_NAMES } from '../values/dates/names.ts';
import { serialToEpochDay } from '../values/dates/serial-days.ts';
import { toYearFrom } from '../values/dates/read-parts.ts';

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

/**
 * Parses the last two digits of a year in the hundred years from `centuryStart`. Returns a negative number if they are
 * not digits.
 */
export function parseShortYearBytesFrom(input: Uint8Array, at: number, centuryStart: number): number {
  const year = parseTwoDigitBytes(input, at);
  return year < 0 ? -1 : toYearFrom(centuryStart, year);
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

/**
 * Parses the first three letters of the English name of a month (`Jun`) at index `at`, ignoring case. Returns 1 to 12,
 * or a negative number if there is no such name.
 */
export function parseShortMonthNameBytes(input: Uint8Array, at: number): number {
  return SHORT_NAMES.indexOf(lettersAt(input, at)) + 1 || -1;
}

/** Parses the English name of a month (`June`) at index `at`. The result is that of parseShortMonthNameBytes. */
export function parseMonthNameBytes(input: Uint8Array, at: number): number {
  const month = parseShortMonthNameBytes(input, at);
  const name = NAMES[month - 1] ?? '';
  for (let i = SHORT_WIDTH; i < name.length; i++) {
    if (((input[at + i] as number) | LOWER_CASE_BIT) !== name.charCodeAt(i)) return -1;
  }
  return month;
}

/** Returns the index after the digits at index `at`, at most those of the largest day number of Excel. */
export function findSerialEnd(input: Uint8Array, at: number): number {
  let end = at;
  while (end - at < SERIAL_DIGITS && ((input[end] as number) ^ ZERO) <= 9) end++;
  return end;
}

/**
 * Parses the day number of Excel between two indexes, which has only digits. Returns a number such as 20241231, or a
 * negative number if it is no day.
 */
export function parseSerialDate(input: Uint8Array, from: number, to: number): number {
  let serial = 0;
  for (let at = from; at < to; at++) serial = serial * 10 + ((input[at] as number) ^ ZERO);
  const epochDay = serialToEpochDay(serial);
  if (Number.isNaN(epochDay)) return -1;
  // Years begin in March, so that the leap day is the last one. 400 years have 146,097 days.
  const days = epochDay + DAYS_BEFORE_1970;
  const era = (days / 146_097) | 0;
  const inEra = days - era * 146_097;
  const year = ((inEra - ((inEra / 1460) | 0) + ((inEra / 36_524) | 0) - ((inEra / 146_096) | 0)) / 365) | 0;
  const inYear = inEra - (365 * year + (year >> 2) - ((year / 100) | 0));
  const fromMarch = ((5 * inYear + 2) / 153) | 0;
  const day = inYear - (((153 * fromMarch + 2) / 5) | 0) + 1;
  const isNextYear = fromMarch > 9;
  const month = isNextYear ? fromMarch - 9 : fromMarch + 3;
  return (era * 400 + year + (isNextYear ? 1 : 0)) * 10_000 + month * 100 + day;
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
const SERIAL_DIGITS = 7;
/** Days from 1 March of the year 0 to 1970-01-01. */
const DAYS_BEFORE_1970 = 719_468;
/** The bit in which the ASCII letters of lower case differ from those of upper case. */
const LOWER_CASE_BIT = 0x20;
const NAMES = /* @__PURE__ */ MONTH_NAMES.map((name) => name.toLowerCase());
const SHORT_WIDTH = 3;
/** The first three letters of each month as one number. */
const SHORT_NAMES = /* @__PURE__ */ NAMES.map((name) => lettersAt(new TextEncoder().encode(name), 0));

/** Returns three ASCII letters as one number, in lower case. For other bytes, the number is none of three letters. */
function lettersAt(bytes: Uint8Array, at: number): number {
  const first = (bytes[at] as number) | LOWER_CASE_BIT;
  const second = (bytes[at + 1] as number) | LOWER_CASE_BIT;
  const third = (bytes[at + 2] as number) | LOWER_CASE_BIT;
  return (first << 16) | (second << 8) | third;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
