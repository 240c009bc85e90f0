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
