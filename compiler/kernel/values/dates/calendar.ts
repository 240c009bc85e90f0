/**
 * Dates of the proleptic Gregorian calendar (ISO 8601). A date is an epoch day: the number of days since 1970-01-01.
 * Epoch days compare like numbers. NaN means no date, and arithmetic with NaN returns NaN.
 */

/** The parts of a date and time. A part is NaN if the text does not contain it. */
export interface DateParts {
  /** -999,999,999 to 999,999,999. The year 0 is the year before the year 1. */
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  /** 0 to 23. */
  hour: number;
  /** 0 to 59. */
  minute: number;
  /** 0 to 59. */
  second: number;
  /** The fraction of the second in nanoseconds, 0 to 999,999,999. */
  nano: number;
  /** The offset from UTC in seconds, -64,800 to 64,800. Positive values are east of Greenwich. */
  offset: number;
}

const largestYear = 999_999_999;
const daysFromYear0To1970 = 719_528;
const millisecondsOfDay = 86_400_000;
const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/**
 * Returns the epoch day of a date, or NaN if the date does not exist. Examples are 31 February, month 13, and a year
 * with ten digits.
 */
export function toEpochDay(year: number, month: number, day: number): number {
  if (!(day >= 1 && day <= daysInMonth(year, month))) return NaN;
  return firstDayOf(year) + daysBefore(year, month) + day - 1;
}

/** Returns the epoch day of a year and a day of the year, which counts from 1. NaN if the year has no such day. */
export function ordinalToEpochDay(year: number, dayOfYear: number): number {
  if (!(Math.abs(year) <= largestYear)) return NaN;
  return dayOfYear >= 1 && dayOfYear <= (isLeapYear(year) ? 366 : 365) ? firstDayOf(year) + dayOfYear - 1 : NaN;
}

/** Parses `yyyy-MM-dd` with a four-digit year (ISO 8601). Returns the epoch day, or NaN for any other text. */
export function parseIsoDate(isoText: string): number {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(isoText)) return NaN;
  return toEpochDay(Number(isoText.slice(0, 4)), Number(isoText.slice(5, 7)), Number(isoText.slice(8)));
}

/** Returns the epoch day of the current date in UTC. */
export function getTodayUtc(): number {
  return Math.floor(Date.now() / millisecondsOfDay);
}

/** Returns the epoch day that is `days` later, or earlier if `days` is negative. */
export function addDays(epochDay: number, days: number): number {
  return epochDay + days;
}

/**
 * Returns the epoch day that is `months` later, or earlier if negative. If the new month is too short, returns its last
 * day: 31 January plus one month is 28 or 29 February.
 */
export function addMonths(epochDay: number, months: number): number {
  const year = yearOf(epochDay);
  const total = year * 12 + monthOf(epochDay) - 1 + months;
  const newYear = Math.floor(total / 12);
  const newMonth = total - newYear * 12 + 1;
  return toEpochDay(newYear, newMonth, Math.min(dayOf(epochDay), daysInMonth(newYear, newMonth)));
}

/**
 * Returns the epoch day that is `years` later, or earlier if negative. 29 February becomes 28 February if the new year
 * is not a leap year.
 */
export function addYears(epochDay: number, years: number): number {
  return addMonths(epochDay, years * 12);
}

/** Returns the year of an epoch day. */
export function yearOf(epochDay: number): number {
  const guess = Math.floor((epochDay + daysFromYear0To1970) / 365.2425);
  if (epochDay < firstDayOf(guess)) return guess - 1;
  return epochDay < firstDayOf(guess + 1) ? guess : guess + 1;
}

/** Returns the month of an epoch day, 1 to 12. */
export function monthOf(epochDay: number): number {
  const year = yearOf(epochDay);
  const dayOfYear = epochDay - firstDayOf(year);
  const guess = Math.min(12, Math.floor(dayOfYear / 29) + 1);
  return dayOfYear < daysBefore(year, guess) ? guess - 1 : guess;
}

/** Returns the day of the month of an epoch day, 1 to 31. */
export function dayOf(epochDay: number): number {
  const year = yearOf(epochDay);
  return epochDay - firstDayOf(year) - daysBefore(year, monthOf(epochDay)) + 1;
}

/** Returns the day of the week of an epoch day, 1 (Monday) to 7 (Sunday) as in ISO 8601. */
export function weekdayOf(epochDay: number): number {
  const sinceMonday = (epochDay + 3) % 7;
  return sinceMonday < 0 ? sinceMonday + 8 : sinceMonday + 1;
}

/** Returns the day of the year of a date, 1 to 366. */
export function dayOfYearOf(year: number, month: number, day: number): number {
  return daysBefore(year, month) + day;
}

/**
 * Sets missing minutes, seconds and nanoseconds to 0 if the hour is present. Returns the parts unchanged if the hour is
 * missing, or if a smaller unit is present without the larger one.
 */
export function fillMissingTime(parts: DateParts): DateParts {
  const { hour, minute, second, nano } = parts;
  const hasMinute = !Number.isNaN(minute);
  const hasSecond = !Number.isNaN(second);
  const hasNano = !Number.isNaN(nano);
  const hasGap = hasMinute ? !hasSecond && hasNano : hasSecond || hasNano;
  if (Number.isNaN(hour) || hasGap) return parts;
  return { ...parts, minute: hasMinute ? minute : 0, second: hasSecond ? second : 0, nano: hasNano ? nano : 0 };
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysInMonth(year: number, month: number): number {
  if (!(Math.abs(year) <= largestYear && month >= 1 && month <= 12)) return NaN;
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function daysBefore(year: number, month: number): number {
  return (daysBeforeMonth[month - 1] ?? NaN) + (month > 2 && isLeapYear(year) ? 1 : 0);
}

/**
 * Returns the epoch day of 1 January. A year is a leap year if it is divisible by 400, or by 4 but not by 100. The year
 * 0 is a leap year.
 */
function firstDayOf(year: number): number {
  const leapDays = Math.floor((year + 3) / 4) - Math.floor((year + 99) / 100) + Math.floor((year + 399) / 400);
  return year * 365 + leapDays - daysFromYear0To1970;
}
