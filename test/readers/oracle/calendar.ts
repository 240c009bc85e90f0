/** A day of the calendar (proleptic ISO). */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/** Returns a negative number if `a` is before `b`, and 0 if they are the same day. */
export function compareDays(a: Day, b: Day): number {
  return a.year - b.year || a.month - b.month || a.day - b.day;
}

/** Returns the day that is `by` days, months or years later. An impossible day becomes the last one of its month. */
export function moveDay(from: Day, by: number, unit: string): Day {
  if (unit === 'd') return fromDate(toDate(from.year, from.month, from.day + by));
  const first = fromDate(toDate(from.year, from.month + (unit === 'm' ? by : 12 * by), 1));
  return { ...first, day: Math.min(from.day, countDaysOfMonth(first.year, first.month)) };
}

/** Returns 28 to 31. */
export function countDaysOfMonth(year: number, month: number): number {
  return toDate(cycle(year), month + 1, 0).getUTCDate();
}

/** Returns 1 for Monday to 7 for Sunday. */
export function findWeekday({ year, month, day }: Day): number {
  return toDate(cycle(year), month, day).getUTCDay() || 7;
}

/** Returns 1 for January 1. */
export function countDayOfYear({ year, month, day }: Day): number {
  return (toDate(cycle(year), month, day).getTime() - toDate(cycle(year), 1, 1).getTime()) / 86_400_000 + 1;
}

/** Returns the day with this number in a year, or null if the year is shorter. */
export function findDayOfYear(year: number, dayOfYear: number): Day | null {
  const length = countDaysOfMonth(year, 2) === 29 ? 366 : 365;
  if (dayOfYear < 1 || dayOfYear > length) return null;
  return { ...fromDate(toDate(cycle(year), 1, dayOfYear)), year };
}

/** Returns a year with the same calendar that Date can represent. The calendar repeats every 400 years. */
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
