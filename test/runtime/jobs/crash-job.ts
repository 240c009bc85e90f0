import type { JobWorkplace } from './workplace.ts';
import { QUICK_JOB } from './workplace.ts';

/** A job with everything that may follow a run. */
export const CRASH_JOB = {
  ...QUICK_JOB,
  options: { skipInvalidRecords: true, delivery: 'exactly-once' },
  then: {
    done: { move: 'archive/{name}' },
    failed: { move: 'failed/{name}', reason: true },
    rejects: { path: 'rejects/{name}' },
  },
};

/** A job that writes the records of each file into another file. */
export const FILE_JOB = { ...CRASH_JOB, to: { integration: 'inbox', path: 'events/{stem}.csv' } };

/** Puts a file that is published in part, and one that fails after its first record. */
export function putFiles(at: Pick<JobWorkplace, 'put'>): void {
  at.put('in/a.txt', 'one\nE two\nthree\n');
  at.put('in/b.txt', 'four\nX broken\n');
}

/** What the job and its files are in the end. */
export interface Outcome {
  readonly messages: readonly string[];
  readonly files: readonly string[];
  readonly runs: readonly string[];
  readonly ledger: readonly (readonly unknown[])[];
}

/** Waits until a job has ended its work on both files, and returns their outcomes. */
export async function outcomeOf(at: JobWorkplace): Promise<Outcome> {
  const ledger = [await at.fileIn('a.txt', 'done'), await at.fileIn('b.txt', 'failed')];
  // The contents of a reason differ in the id of its run and in the time.
  const contentOf = (path: string): string =>
    path.endsWith('.json') ? String((JSON.parse(at.read(path)) as { code: string }).code) : at.read(path);
  const messages = (await at.messages()).map((text) => (JSON.parse(text) as { line: string }).line);
  return {
    messages,
    files: at.paths().map((path) => `${path}: ${contentOf(path)}`),
    runs: (await at.all.runs.list({ limit: 10 })).map(({ fileName, status }) => `${fileName} ${status}`).sort(),
    ledger: ledger.map(({ path, location, state, reason, attempts, spec }) => [
      path,
      location,
      state,
      reason?.code,
      attempts,
      spec,
    ]),
  };
}
