import type { Log } from '../../base/log/json-log.ts';
import type { StoredJob } from '../../state/store/job-store.ts';
import type { Job } from './job.ts';
import { readDefinition } from './read-definition.ts';

/** Reads the jobs of the API. Logs those that are wrong for this version of the program. */
export function readStoredJobs(stored: readonly StoredJob[], log: Log): Job[] {
  const jobs: Job[] = [];
  for (const { id, body, createdAt, updatedAt } of stored) {
    // This program wrote the JSON.
    const written = JSON.parse(body) as Record<string, unknown>;
    const reading = readDefinition(written);
    if (reading.kind === 'valid')
      jobs.push({ id, origin: 'api', definition: reading.definition, written, createdAt, updatedAt });
    else log.error('job_refused', { id, problems: reading.problems });
  }
  return jobs;
}
