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
export function padded(number: number, width: number): string {
  const digits = String(number);
  return digits.length >= width ? digits : digits.length === width - 1 ? '0' + digits : digits.padStart(width, '0');
}

/** A year as four or more letters y: `width` digits; more than that have a `+`, years before 0 a `-`. */
export function yearText(year: number, width: number): string {
  const digits = padded(Math.abs(year), width);
  if (year < 0) return `-${digits}`;
  return digits.length > width ? `+${digits}` : digits;
}

/** A year as `y` or `yyy`: at least `width` digits; years before 0 have a `-`. */
export function plainYearText(year: number, width: number): string {
  return (year < 0 ? '-' : '') + padded(Math.abs(year), width);
}

/** A year as `yy`: its last two digits. */
export function shortYearText(year: number): string {
  return padded(Math.abs(year) % 100, 2);
}

/** The English name of a month, 1 to 12. */
export function monthText(month: number): string {
  return monthNames[month - 1] ?? '';
}

/** The first three letters of the English name of a month, 1 to 12. */
export function shortMonthText(month: number): string {
  return monthText(month).slice(0, 3);
}

/** The English name of a day of the week, 1 (Monday) to 7. */
export function weekdayText(weekday: number): string {
  return weekdayNames[weekday - 1] ?? '';
}

/** The first three letters of the English name of a day of the week, 1 (Monday) to 7. */
export function shortWeekdayText(weekday: number): string {
  return weekdayText(weekday).slice(0, 3);
}

/** Hours of the clock with twelve: 12, 1, … 11, of an hour of the day. */
export function clockHourOf(hour: number): number {
  return hour % 12 === 0 ? 12 : hour % 12;
}

/** `AM` before noon, else `PM`. */
export function halfText(hour: number): string {
  return hour < 12 ? 'AM' : 'PM';
}

/** The first `digits` decimals of a second, cut and not rounded. */
export function fractionText(nano: number, digits: number): string {
  return padded(nano, 9).slice(0, digits);
}
