import type { DateBound, DateRange } from '../../../emitting/dates/plan/range.ts';

/**
 * Whether every day of the inner range is also in the outer range, whatever date `today` is. Returns false if this
 * cannot be proved.
 */
export function isRangeWithin(inner: DateRange, outer: DateRange): boolean {
  const fromFits = outer.from === null || (inner.from !== null && isNotBefore(inner.from, outer.from));
  const toFits = outer.to === null || (inner.to !== null && isNotBefore(outer.to, inner.to));
  return fromFits && toFits;
}

/** The average length of a month over 400 years, after which the Gregorian calendar repeats. */
const DAYS_OF_MONTH = 146_097 / 4800;
/** The length of n consecutive months differs from the length of n average months by at most this number of days. */
const MAX_OFF = 10;

/** Whether `bound` is never before `other`, whatever date `today` is. Returns false if this cannot be proved. */
function isNotBefore(bound: DateBound, other: DateBound): boolean {
  if (bound.kind === 'fixed' || other.kind === 'fixed')
    return bound.kind === 'fixed' && other.kind === 'fixed' && bound.epochDay >= other.epochDay;
  const [a, b] = [distanceOf(bound), distanceOf(other)];
  if (a.unit === b.unit) return a.amount >= b.amount;
  if (a.amount === 0 || b.amount === 0) return a.amount >= b.amount;
  return daysOf(a) >= daysOf(b) + MAX_OFF;
}

interface Distance {
  readonly unit: 'day' | 'month';
  readonly amount: number;
}

/** Converts a distance from today to days or months. A year is exactly twelve months. */
function distanceOf({ unit, amount }: Extract<DateBound, { kind: 'today' }>): Distance {
  return unit === 'day' ? { unit, amount } : { unit: 'month', amount: unit === 'year' ? amount * 12 : amount };
}

function daysOf({ unit, amount }: Distance): number {
  return unit === 'day' ? amount : amount * DAYS_OF_MONTH;
}
