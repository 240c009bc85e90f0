import { Cron } from 'croner';
import type { JobExpectation } from '../definition/job-definition.ts';

/** By when a file is expected, and since when one counts. Both are in milliseconds since 1970. */
export interface Deadline {
  readonly at: number;
  /** The beginning of the same day in the time zone of the expectation. */
  readonly from: number;
}

/** When a file is expected. */
type ExpectedBy = Pick<JobExpectation, 'by' | 'timeZone' | 'days'>;

/** Returns the first deadline after `after`. */
export function nextDeadline(expectation: ExpectedBy, after: number): Deadline | null {
  const at = deadlines(expectation)?.nextRun(new Date(after));
  return at === null || at === undefined ? null : { at: at.getTime(), from: startOfDay(at, expectation) };
}

/** Returns the last deadline up to `now`, if there was one after `after`; otherwise null. */
export function lastDeadline(expectation: ExpectedBy, { after, now }: { after: number; now: number }): Deadline | null {
  const [at] = deadlines(expectation)?.previousRuns(1, new Date(now + 1000)) ?? [];
  return at === undefined || at.getTime() <= after ? null : { at: at.getTime(), from: startOfDay(at, expectation) };
}

function deadlines({ by, days, timeZone }: ExpectedBy): Cron | null {
  if (by === null) return null;
  const [hour, minute] = by.split(':').map(Number);
  return new Cron(`${minute} ${hour} * * ${days}`, { timezone: timeZone, paused: true });
}

function startOfDay(at: Date, { timeZone }: ExpectedBy): number {
  const [start] = new Cron('0 0 * * *', { timezone: timeZone, paused: true }).previousRuns(
    1,
    new Date(at.getTime() + 1000),
  );
  return start?.getTime() ?? at.getTime() - 86_400_000;
}
