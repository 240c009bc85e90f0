/** What the emitted date writers are made of: each function writes one part of a date, as Java's DateTimeFormatter does. */

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A number from 0 with zeros in front, up to `width` digits. */
export function padNumber(number: number, width: number): string {
  const digits = String(number);
  return digits.length >= width ? digits : digits.length === width - 1 ? '0' + digits : digits.padStart(width, '0');
}

/** A year as four or more letters y: `width` digits; more than that have a `+`, years before 0 a `-`. */
export function formatYear(year: number, width: number): string {
  const digits = padNumber(Math.abs(year), width);
  if (year < 0) return `-${digits}`;
  return digits.length > width ? `+${digits}` : digits;
}

/** A year as `y` or `yyy`: at least `width` digits; years before 0 have a `-`. */
export function formatPlainYear(year: number, width: number): string {
  return (year < 0 ? '-' : '') + padNumber(Math.abs(year), width);
}

/** A year as `yy`: its last two digits. */
export function formatShortYear(year: number): string {
  return padNumber(Math.abs(year) % 100, 2);
}

/** The English name of a month, 1 to 12. */
export function formatMonthName(month: number): string {
  return monthNames[month - 1] ?? '';
}

/** The first three letters of the English name of a month, 1 to 12. */
export function formatShortMonthName(month: number): string {
  return formatMonthName(month).slice(0, 3);
}

/** The English name of a day of the week, 1 (Monday) to 7. */
export function formatWeekdayName(weekday: number): string {
  return weekdayNames[weekday - 1] ?? '';
}

/** The first three letters of the English name of a day of the week, 1 (Monday) to 7. */
export function formatShortWeekdayName(weekday: number): string {
  return formatWeekdayName(weekday).slice(0, 3);
}

/** Hours of the clock with twelve: 12, 1, … 11, of an hour of the day. */
export function toClockHour(hour: number): number {
  return hour % 12 === 0 ? 12 : hour % 12;
}

/** `AM` before noon, else `PM`. */
export function formatAmPm(hour: number): string {
  return hour < 12 ? 'AM' : 'PM';
}

/** The first `digits` decimals of a second, cut and not rounded. */
export function formatFraction(nano: number, digits: number): string {
  return padNumber(nano, 9).slice(0, digits);
}
