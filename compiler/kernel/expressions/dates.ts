/** The dates of expressions: days since 1970-01-01. */

import { dayOf, monthOf, yearOf, type DateParts } from '../values/dates/calendar.ts';
import { formatYear, padNumber } from '../values/dates/write-parts.ts';
import { trim } from '../values/text.ts';
import type { Failures } from './failures.ts';

/** Returns the day of a date text, which `parse` converts. NaN means no date: the result is null. */
export function toDayOrNull(text: string | null, parse: (text: string) => number): number | null {
  if (text === null) return null;
  const day = parse(text);
  return Number.isNaN(day) ? null : day;
}

/** Returns the day of a text without the blanks around it. Fails if the text is no date. `demand` names the form. */
export function toDayOrFail(
  text: string | null,
  parse: (text: string) => number,
  demand: string,
  record: Failures,
): number | null {
  if (text === null) return null;
  const day = parse(trim(text));
  return Number.isNaN(day) ? record.fail(`a text is not ${demand}`, text) : day;
}

/** Formats a day with a function for the parts of a date. */
export function formatDayWith(day: number | null, format: (parts: DateParts) => string): string | null {
  if (day === null) return null;
  const time = { hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
  return format({ year: yearOf(day), month: monthOf(day), day: dayOf(day), ...time });
}

/** Formats a day as `yyyy-MM-dd`. */
export function formatIsoDay(day: number | null): string | null {
  if (day === null) return null;
  return `${formatYear(yearOf(day), 4)}-${padNumber(monthOf(day), 2)}-${padNumber(dayOf(day), 2)}`;
}
