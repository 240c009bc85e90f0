import type { JobFileStore } from '../../state/store/job-file-store.ts';
import type { JobState } from '../../state/store/job-store.ts';
import type { Job } from '../definition/job.ts';
import type { JobServices } from '../work/work.ts';
import { lastDeadline } from './expectation.ts';

/**
 * Raises an alert if a deadline has passed since the last check, and no file was seen on its day up to now. Of several
 * deadlines that have passed, only the last one counts.
 */
export async function checkExpectation({ job, services }: { job: Job; services: JobServices }): Promise<void> {
  const { expect } = job.definition;
  const { definitions, files, alerts } = services.tables;
  if (expect === null || expect.by === null) return;
  const now = services.now();
  const { expectedUntil } = await definitions.state(job.id);
  // The deadlines before the job was first executed do not count.
  if (expectedUntil === null) return definitions.setState(job.id, { expectedUntil: now });
  const deadline = lastDeadline(expect, { after: expectedUntil, now });
  if (deadline === null) return;
  if (!(await files.hasSeen(job.id, deadline.from))) {
    const by = `${expect.by} (${expect.timeZone})`;
    const message = `The job "${job.definition.name}" has seen no file today. One was expected by ${by}.`;
    await alerts.add(services.raise({ kind: 'file_missing', job, message }));
  }
  await definitions.setState(job.id, { expectedUntil: deadline.at });
}

/** What findMissing() needs to know. */
interface Expected {
  readonly job: Job;
  readonly state: Pick<JobState, 'expectedUntil'>;
  readonly files: Pick<JobFileStore, 'hasSeen'>;
  readonly now: number;
}

/**
 * Returns the last deadline if no file was seen on its day up to now, and none later; null if no file is missing. As in
 * checkExpectation(), the deadlines before the job was first executed do not count.
 */
export async function findMissing({ job, state, files, now }: Expected): Promise<number | null> {
  const { expect } = job.definition;
  if (expect === null || expect.by === null || state.expectedUntil === null) return null;
  // A deadline that was checked is stored as it is, and the first execution is later than those that do not count.
  const deadline = lastDeadline(expect, { after: state.expectedUntil - 1, now });
  return deadline === null || (await files.hasSeen(job.id, deadline.from)) ? null : deadline.at;
}
