/**
 * Functions from which generated date readers are built. The `parse` functions each read one part of a date from a text.
 * They return NaN if the text has no such part at the given index, or if the index is beyond its end.
 */

import { MONTH_NAMES, WEEKDAY_NAMES } from './names.ts';

const maxDigits = 19;
const monthNames = /* @__PURE__ */ MONTH_NAMES.map((name) => name.toLowerCase());
const weekdayNames = /* @__PURE__ */ WEEKDAY_NAMES.map((name) => name.toLowerCase());

/** Parses two ASCII digits at index `at`. */
export function parseTwoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

/** Returns the year with these last two digits in the hundred years from `centuryStart`. NaN stays NaN. */
export function toYearFrom(centuryStart: number, lastDigits: number): number {
  return centuryStart + ((lastDigits - (centuryStart % 100) + 100) % 100);
}

/**
 * Parses the text from index `from` up to, but not including, `to`. It must have 1 to 19 ASCII digits and nothing else.
 */
export function parseDigits(text: string, from: number, to: number): number {
  if (from >= to || to - from > maxDigits) return NaN;
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * Returns the end index of a number that begins at `from`: the end of the ASCII digits there, minus the last `reserved`
 * digits, which belong to the next parts of the date. Reads at most 19 digits besides these.
 */
export function findDigitsEnd(text: string, from: number, reserved: number): number {
  const limit = from + maxDigits + reserved;
  let at = from;
  while (at < limit && isDigit(text.charCodeAt(at))) at++;
  return Math.max(from, at - reserved);
}

/** Returns the same as `findDigitsEnd` for a year that may begin with a sign. */
export function findSignedDigitsEnd(text: string, from: number, reserved: number): number {
  const isSigned = text[from] === '-' || text[from] === '+';
  return findDigitsEnd(text, isSigned ? from + 1 : from, reserved);
}

/**
 * Parses a year of the pattern `yyyy`: four digits, or more than four after `+`, or four or more after `-`. NaN for
 * `-0000`.
 */
export function parseYear(text: string, from: number, to: number): number {
  const sign = text.charCodeAt(from);
  if (sign === 0x2b) return to - from > 5 ? parseDigits(text, from + 1, to) : NaN;
  if (sign === 0x2d) return to - from > 4 ? negated(parseDigits(text, from + 1, to)) : NaN;
  return to - from === 4 ? parseDigits(text, from, to) : NaN;
}

/**
 * Parses a year of a pattern with five or more letters: `minDigits` digits, or more than that after `+`, or at least
 * that many after `-`. NaN for a negative zero.
 */
export function parseWideYear({
  text,
  from,
  to,
  minDigits,
}: {
  text: string;
  from: number;
  to: number;
  minDigits: number;
}): number {
  const sign = text[from];
  if (sign === '+') return to - from > minDigits + 1 ? parseDigits(text, from + 1, to) : NaN;
  if (sign === '-') return to - from > minDigits ? negated(parseDigits(text, from + 1, to)) : NaN;
  return to - from === minDigits ? parseDigits(text, from, to) : NaN;
}

/**
 * Parses a year of the pattern `y` or `yyy`: at least `minDigits` digits, with `-` before a negative year. `+` is not
 * allowed. NaN for a negative zero.
 */
export function parsePlainYear({
  text,
  from,
  to,
  minDigits,
}: {
  text: string;
  from: number;
  to: number;
  minDigits: number;
}): number {
  const isNegative = text[from] === '-';
  const start = isNegative ? from + 1 : from;
  if (to - start < minDigits) return NaN;
  return isNegative ? negated(parseDigits(text, start, to)) : parseDigits(text, start, to);
}

/** Parses a day of the year of the pattern `DD`: two or three digits. Does not check that the day exists. */
export function parseDayOfYear(text: string, from: number, to: number): number {
  return to - from === 2 || to - from === 3 ? parseDigits(text, from, to) : NaN;
}

/** Parses the English name of a month (`June`) at index `at`, ignoring case. Returns 1 to 12. */
export function parseMonthName(text: string, at: number): number {
  return nameAt(monthNames, text, at);
}

/**
 * Parses the first three letters of the English name of a month (`Jun`) at index `at`, ignoring case. Returns 1 to 12.
 */
export function parseShortMonthName(text: string, at: number): number {
  return shortNameAt(monthNames, text, at);
}

/** Parses the English name of a weekday (`Monday`) at index `at`, ignoring case. Returns 1 (Monday) to 7 (Sunday). */
export function parseWeekdayName(text: string, at: number): number {
  return nameAt(weekdayNames, text, at);
}

/**
 * Parses the first three letters of the English name of a weekday (`Mon`) at index `at`, ignoring case. Returns 1
 * (Monday) to 7 (Sunday).
 */
export function parseShortWeekdayName(text: string, at: number): number {
  return shortNameAt(weekdayNames, text, at);
}

/** Returns the length of the English name of a month, 1 to 12. Returns 0 for NaN. */
export function monthNameLength(month: number): number {
  return monthNames[month - 1]?.length ?? 0;
}

/** Returns the length of the English name of a weekday, 1 (Monday) to 7 (Sunday). Returns 0 for NaN. */
export function weekdayNameLength(weekday: number): number {
  return weekdayNames[weekday - 1]?.length ?? 0;
}

/** Parses `AM` or `PM` at index `at`. Returns 0 for AM and 1 for PM. */
export function parseAmPm(text: string, at: number): number {
  if (text[at + 1] !== 'M') return NaN;
  if (text[at] === 'A') return 0;
  return text[at] === 'P' ? 1 : NaN;
}

/** Returns whether two values of the same part of a date agree: they are equal, or at least one is NaN. */
export function isConsistent(one: number, other: number): boolean {
  return one === other || Number.isNaN(one) || Number.isNaN(other);
}

function nameAt(names: readonly string[], text: string, at: number): number {
  const index = names.findIndex((name) => lowerCased(text, at, name.length) === name);
  return index < 0 ? NaN : index + 1;
}

function shortNameAt(names: readonly string[], text: string, at: number): number {
  const word = lowerCased(text, at, 3);
  const index = names.findIndex((name) => name.slice(0, 3) === word);
  return index < 0 ? NaN : index + 1;
}

/**
 * Lower-casing is safe here: no non-ASCII letter becomes a letter of these names. The Kelvin sign becomes `k`, which no
 * name contains.
 */
function lowerCased(text: string, at: number, length: number): string {
  return text.slice(at, at + length).toLowerCase();
}

/** Returns the negative of a year, or NaN for 0, because a negative zero is not a year. */
function negated(number: number): number {
  return number === 0 ? NaN : -number;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
