/**
 * What the emitted date readers are made of: each function reads one part of a date at a known place of
 * a text. NaN where the part does not stand there. A place beyond the text holds nothing.
 */

const mostDigits = 19;
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

/** The number of two ASCII digits. */
export function parseTwoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

/** The number of 1 to 19 ASCII digits that fill `from` to `to`. */
export function parseDigits(text: string, from: number, to: number): number {
  if (from >= to || to - from > mostDigits) return NaN;
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Where the ASCII digits from `from` on end, but for the last `reserved` of them, which belong to the parts behind. */
export function findDigitsEnd(text: string, from: number, reserved: number): number {
  const limit = from + mostDigits + reserved;
  let at = from;
  while (at < limit && isDigit(text.charCodeAt(at))) at++;
  return Math.max(from, at - reserved);
}

/** Where a year ends: as `digitsEnd`, behind a sign if there is one. */
export function findSignedDigitsEnd(text: string, from: number, reserved: number): number {
  const isSigned = text[from] === '-' || text[from] === '+';
  return findDigitsEnd(text, isSigned ? from + 1 : from, reserved);
}

/** A year as `yyyy`: four digits; with more than four a `+` is due; with a `-` four or more, and not zero. */
export function parseYear(text: string, from: number, to: number): number {
  const sign = text.charCodeAt(from);
  if (sign === 0x2b) return to - from > 5 ? parseDigits(text, from + 1, to) : NaN;
  if (sign === 0x2d) return to - from > 4 ? negated(parseDigits(text, from + 1, to)) : NaN;
  return to - from === 4 ? parseDigits(text, from, to) : NaN;
}

/** A year as five or more letters y: as many digits; with more a `+` is due; with a `-` as many or more, and not zero. */
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

/** A year as `y` or `yyy`: at minDigits as many digits as letters, with a `-` for the years before 0, never a `+`. */
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

/** A day of the year as `DD`: two or three digits. */
export function parseDayOfYear(text: string, from: number, to: number): number {
  return to - from === 2 || to - from === 3 ? parseDigits(text, from, to) : NaN;
}

/** The month of an English name (`June`) in any case: 1 to 12. */
export function parseMonthName(text: string, at: number): number {
  return nameAt(monthNames, text, at);
}

/** The month of the first three letters of its English name (`Jun`) in any case: 1 to 12. */
export function parseShortMonthName(text: string, at: number): number {
  return shortNameAt(monthNames, text, at);
}

/** The day of the week of an English name (`Monday`) in any case: 1 (Monday) to 7. */
export function parseWeekdayName(text: string, at: number): number {
  return nameAt(weekdayNames, text, at);
}

/** The day of the week of the first three letters of its English name (`Mon`) in any case: 1 (Monday) to 7. */
export function parseShortWeekdayName(text: string, at: number): number {
  return shortNameAt(weekdayNames, text, at);
}

/** Length of the English name of a month; 0 for NaN. */
export function monthNameLength(month: number): number {
  return monthNames[month - 1]?.length ?? 0;
}

/** Length of the English name of a day of the week; 0 for NaN. */
export function weekdayNameLength(weekday: number): number {
  return weekdayNames[weekday - 1]?.length ?? 0;
}

/** The half of the day: 0 for `AM`, 1 for `PM`. */
export function parseAmPm(text: string, at: number): number {
  if (text[at + 1] !== 'M') return NaN;
  if (text[at] === 'A') return 0;
  return text[at] === 'P' ? 1 : NaN;
}

/** Whether two readings of one part do not contradict each other: they are equal, or one is not there. */
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

/** No letter outside ASCII becomes one of these names in lower case: of those that fold into ASCII, the Kelvin sign gives k. */
function lowerCased(text: string, at: number, length: number): string {
  return text.slice(at, at + length).toLowerCase();
}

/** Minus zero is no year. */
function negated(number: number): number {
  return number === 0 ? NaN : -number;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
