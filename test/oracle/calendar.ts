/** A day of the calendar (proleptic ISO). */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/** Below 0 where `a` is before `b`, 0 where they are the same day. */
export function compareDays(a: Day, b: Day): number {
  return a.year - b.year || a.month - b.month || a.day - b.day;
}

/** The day so many days, months or years away; a day that the month does not have becomes its last. */
export function moveDay(from: Day, by: number, unit: string): Day {
  if (unit === 'd') return fromDate(toDate(from.year, from.month, from.day + by));
  const first = fromDate(toDate(from.year, from.month + (unit === 'm' ? by : 12 * by), 1));
  return { ...first, day: Math.min(from.day, countDaysOfMonth(first.year, first.month)) };
}

/** 28 to 31. */
export function countDaysOfMonth(year: number, month: number): number {
  return toDate(cycle(year), month + 1, 0).getUTCDate();
}

/** Monday is 1, Sunday 7. */
export function findWeekday({ year, month, day }: Day): number {
  return toDate(cycle(year), month, day).getUTCDay() || 7;
}

/** The first of January is 1. */
export function countDayOfYear({ year, month, day }: Day): number {
  return (toDate(cycle(year), month, day).getTime() - toDate(cycle(year), 1, 1).getTime()) / 86_400_000 + 1;
}

/** The day of a year by its number; null where the year does not have it. */
export function findDayOfYear(year: number, dayOfYear: number): Day | null {
  const length = countDaysOfMonth(year, 2) === 29 ? 366 : 365;
  if (dayOfYear < 1 || dayOfYear > length) return null;
  return { ...fromDate(toDate(cycle(year), 1, dayOfYear)), year };
}

/** A year with the same calendar that Date holds: the calendar repeats every 400 years. */
function cycle(year: number): number {
  return 2000 + (((year % 400) + 400) % 400);
}

function toDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function fromDate(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
