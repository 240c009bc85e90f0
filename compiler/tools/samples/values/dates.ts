import type { DateBound } from '../../../emitting/dates/plan/range.ts';
import { textOfDay } from '../../../emitting/dates/plan/example.ts';
import type { DateLayout } from '../../../emitting/dates/plan/layout.ts';
import { addDays, addMonths, addYears, toEpochDay, yearOf } from '../../../kernel/values/dates/calendar.ts';
import { planDates } from '../../../language/types/date.ts';
import { lengthsAround, nearest, type ValueSearch } from './search.ts';

/**
 * Returns dates for a DATE field as texts in its format: usual dates, and dates at, before and after the bounds of its
 * rules.
 */
export function dateValues(search: ValueSearch): string[] {
  const planned = planDates(search.field);
  if (planned.kind === 'invalid') return [];
  const { layout } = planned;
  const boundaryValues = nearest(search);
  const days = boundaryValues.flatMap(({ days: bounds = [] }) => bounds).flatMap((bound) => daysAround(bound, search));
  const listed = boundaryValues.flatMap(({ values = [] }) => values);
  const needsMany =
    search.all.some(({ matcher }) => matcher !== undefined) || lengthsAround(search.all, search.longest).length > 0;
  const usual = [...usualDays(search.today), ...(needsMany ? manyDays(search.today) : [])];
  const texts = (days: readonly number[]) => days.flatMap((day) => textsOfDay(layout, day));
  return search.focus === null
    ? [...listed, ...texts([...usual, ...days])]
    : [...texts([...days, ...usual]), ...listed];
}

/** Returns the epoch day of a bound if today is the epoch day `today`. */
function dayOfBound(bound: DateBound, today: number): number {
  if (bound.kind === 'fixed') return bound.epochDay;
  return { day: addDays, month: addMonths, year: addYears }[bound.unit](today, bound.amount);
}

/**
 * Returns the epoch days near a bound and 30 years from it. For the violation of a bound relative to today, the distant
 * days come first, so that the sample remains a violation for years.
 */
function daysAround(bound: DateBound, { today, focus }: ValueSearch): number[] {
  const day = dayOfBound(bound, today);
  const far = [addYears(day, -30), addYears(day, 30)];
  const near = [day, day - 1, day + 1];
  return bound.kind === 'today' && focus !== null ? [...far, ...near] : [...near, ...far];
}

function usualDays(today: number): number[] {
  const year = yearOf(today);
  return [
    today,
    today - 1,
    toEpochDay(year - 1, 12, 31),
    today - 30,
    today - 400,
    toEpochDay(year, 1, 1),
    toEpochDay(2024, 2, 29),
    toEpochDay(2000, 1, 1),
    today + 30,
    toEpochDay(1985, 6, 15),
    toEpochDay(2050, 10, 5),
    toEpochDay(1999, 12, 11),
    toEpochDay(2222, 11, 22),
  ];
}

/** Returns epoch days in all months. Some rules for lengths and patterns accept only a few dates. */
function manyDays(today: number): number[] {
  const years = [yearOf(today), 2001, 1999, 2030];
  return years.flatMap((year) =>
    [...Array(12).keys()].flatMap((month) => [3, 17, 22].map((day) => toEpochDay(year, month + 1, day))),
  );
}

/** Returns the text of a date. If the pattern has optional parts, returns two texts: without and with these parts. */
function textsOfDay(layout: DateLayout, day: number): string[] {
  const due: DateLayout = { parts: layout.parts.filter(({ kind }) => kind !== 'optional') };
  return due.parts.length === layout.parts.length
    ? [textOfDay(layout, day)]
    : [textOfDay(due, day), textOfDay(layout, day)];
}
