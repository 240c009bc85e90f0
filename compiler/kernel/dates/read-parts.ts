/**
 * The building blocks of generated date readers. Each function reads one part of a date at an index of a text, and
 * returns NaN if the part is not there. An index beyond the end of the text is allowed.
 */

const maxDigits = 19;
const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Parses two ASCII digits. */
export function parseTwoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

/** Parses 1 to 19 ASCII digits that fill the text from `from` to `to`. */
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
 * Returns the index after the ASCII digits from `from` on, without the last `reserved` ones, which belong to the next
 * parts.
 */
export function findDigitsEnd(text: string, from: number, reserved: number): number {
  const limit = from + maxDigits + reserved;
  let at = from;
  while (at < limit && isDigit(text.charCodeAt(at))) at++;
  return Math.max(from, at - reserved);
}

/** Like `findDigitsEnd`, for a year that may have a sign. */
export function findSignedDigitsEnd(text: string, from: number, reserved: number): number {
  const isSigned = text[from] === '-' || text[from] === '+';
  return findDigitsEnd(text, isSigned ? from + 1 : from, reserved);
}

/**
 * Parses a year of pattern `yyyy`: four digits, more than four only after `+`, and four or more after `-`. `-0000` is
 * not a year.
 */
export function parseYear(text: string, from: number, to: number): number {
  const sign = text.charCodeAt(from);
  if (sign === 0x2b) return to - from > 5 ? parseDigits(text, from + 1, to) : NaN;
  if (sign === 0x2d) return to - from > 4 ? negated(parseDigits(text, from + 1, to)) : NaN;
  return to - from === 4 ? parseDigits(text, from, to) : NaN;
}

/**
 * Parses a year of five or more pattern letters: `minDigits` digits, more only after `+`, and at least as many after
 * `-`. Minus zero is not a year.
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
 * Parses a year of pattern `y` or `yyy`: at least `minDigits` digits, after `-` for years before 0, never after `+`.
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

/** Parses a day of the year of pattern `DD`: two or three digits. */
export function parseDayOfYear(text: string, from: number, to: number): number {
  return to - from === 2 || to - from === 3 ? parseDigits(text, from, to) : NaN;
}

/** Parses the English name of a month (`June`), ignoring case. Returns 1 to 12. */
export function parseMonthName(text: string, at: number): number {
  return nameAt(monthNames, text, at);
}

/** Parses the first three letters of the English name of a month (`Jun`), ignoring case. Returns 1 to 12. */
export function parseShortMonthName(text: string, at: number): number {
  return shortNameAt(monthNames, text, at);
}

/** Parses the English name of a weekday (`Monday`), ignoring case. Returns 1 (Monday) to 7. */
export function parseWeekdayName(text: string, at: number): number {
  return nameAt(weekdayNames, text, at);
}

/** Parses the first three letters of the English name of a weekday (`Mon`), ignoring case. Returns 1 (Monday) to 7. */
export function parseShortWeekdayName(text: string, at: number): number {
  return shortNameAt(weekdayNames, text, at);
}

/** Returns the length of the English name of a month. 0 for NaN. */
export function monthNameLength(month: number): number {
  return monthNames[month - 1]?.length ?? 0;
}

/** Returns the length of the English name of a weekday. 0 for NaN. */
export function weekdayNameLength(weekday: number): number {
  return weekdayNames[weekday - 1]?.length ?? 0;
}

/** Parses `AM` (0) or `PM` (1). */
export function parseAmPm(text: string, at: number): number {
  if (text[at + 1] !== 'M') return NaN;
  if (text[at] === 'A') return 0;
  return text[at] === 'P' ? 1 : NaN;
}

/** Returns whether two values of the same part are consistent: they are equal, or one of them is NaN. */
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
 * No non-ASCII letter becomes a letter of these names in lower case. The Kelvin sign becomes k, which no name contains.
 */
function lowerCased(text: string, at: number, length: number): string {
  return text.slice(at, at + length).toLowerCase();
}

/** Returns the negative of a year, or NaN for 0: minus zero is not a year. */
function negated(number: number): number {
  return number === 0 ? NaN : -number;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
