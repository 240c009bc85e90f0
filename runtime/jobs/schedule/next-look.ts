import { Cron } from 'croner';
import type { JobSchedule } from '../definition/job-definition.ts';

/** Looks that the schedule does not ask for are at least this far apart, in milliseconds. */
const MIN_PAUSE_MS = 1000;

/** What decides when a job looks at its source again. Times are in milliseconds since 1970; null: there is none. */
export interface NextLookFacts {
  readonly now: number;
  /** When the next of the waiting files can be ready. */
  readonly waitingUntil: number | null;
  /** When something after a run is tried again. */
  readonly pendingAt: number | null;
  /** By when a file is expected. */
  readonly deadline: number | null;
  /** Whether files were left because the look has taken as many as it may. */
  readonly hasMore: boolean;
  /** A number from 0 to 1, for the jitter. */
  readonly random: number;
}

/**
 * Returns the time of the next look, in milliseconds since 1970: that of the schedule, or an earlier one if files are
 * waiting. Otherwise a file that arrives with a daily look would wait for the next day.
 */
export function nextLook(schedule: JobSchedule, facts: NextLookFacts): number {
  const { now, waitingUntil, pendingAt, deadline, hasMore, random } = facts;
  const scheduled = nextOf(schedule, now) + Math.round(random * schedule.jitterMs);
  const earlier = [waitingUntil, pendingAt, hasMore ? now : null].flatMap((at) =>
    at === null ? [] : [Math.max(at, now + MIN_PAUSE_MS)],
  );
  return Math.min(scheduled, ...earlier, ...(deadline === null ? [] : [Math.max(deadline, now + MIN_PAUSE_MS)]));
}

/** Returns the next time of a schedule after `now`, in milliseconds since 1970. */
function nextOf(schedule: JobSchedule, now: number): number {
  switch (schedule.kind) {
    case 'every':
      return now + schedule.everyMs;
    case 'cron': {
      const cron = new Cron(schedule.cron, { timezone: schedule.timeZone, paused: true, mode: '5-or-6-parts' });
      // An expression without a next time, such as the 30th of February, is not accepted as a definition.
      return cron.nextRun(new Date(now))?.getTime() ?? now + 366 * 86_400_000;
    }
    default:
      return schedule satisfies never;
  }
}
