import type { Job, JobFile, RunSummary } from '../../../client/client.ts';
import { countRejected } from '../../elements/published.ts';
import type { TodayData } from './load-today.ts';

/** Something that waits for a person. */
export type Need =
  /** Files of a job in one state. `count` may be higher than the number of `files`. */
  | { kind: 'files'; state: 'failed' | 'quarantined'; job: Job; files: JobFile[]; count: number }
  /** A retry of the rejects of a file that another person has to approve. */
  | { kind: 'approval'; job: Job; file: JobFile }
  /** A job that cannot work, or that a person has paused. */
  | { kind: 'paused'; job: Job }
  /** A file that was expected and not seen. */
  | { kind: 'missing'; job: Job; since: string }
  /** A run that has not published all records. */
  | { kind: 'rejects'; run: RunSummary }
  /** A run that failed, and whose file is none of a job that is listed. */
  | { kind: 'run'; run: RunSummary };

/** Returns what waits for a person, the most urgent first. */
export function findNeeds({ jobs, files, ...data }: TodayData): Need[] {
  const all = jobs ?? [];
  const runs = data.runs ?? [];
  const ofState = (state: 'failed' | 'quarantined') =>
    all.flatMap((job): Need[] => {
      const count = job.counts[state];
      const listed = (files.get(job.id) ?? []).filter((file) => file.state === state);
      return count > 0 ? [{ kind: 'files', state, job, files: listed, count }] : [];
    });
  const approvals = all.flatMap((job) =>
    (files.get(job.id) ?? [])
      .filter(({ state }) => state === 'needs_approval')
      .map((file) => ({ kind: 'approval' as const, job, file })),
  );
  // The runs whose rejects someone has asked to publish.
  const asked = new Set(approvals.flatMap(({ file }) => [file.runId, file.approval?.runId ?? null]));
  const paused = (status: Job['status']) =>
    all.filter((job) => job.status === status).map((job): Need => ({ kind: 'paused', job }));
  return [
    ...ofState('failed'),
    ...ofState('quarantined'),
    ...approvals,
    ...paused('paused_by_error'),
    ...all.flatMap((job): Need[] =>
      job.missingSince === null ? [] : [{ kind: 'missing', job, since: job.missingSince }],
    ),
    ...runs
      .filter((run) => !asked.has(run.runId) && hasOpenRejects(run, runs))
      .map((run): Need => ({ kind: 'rejects', run })),
    ...findFailedRuns(runs, new Set([...files.values()].flat().map(({ runId }) => runId))),
    ...paused('paused'),
  ];
}

/** Whether a run has rejects that no later run has read again. `runs` are newest first. */
function hasOpenRejects(run: RunSummary, runs: readonly RunSummary[]): boolean {
  const { runId, status, rejectsOf } = run;
  if (status !== 'PARTIAL_SUCCESS' || rejectsOf !== undefined || countRejected(run) === 0) return false;
  return !runs.some(
    (later) => later.supersedes === runId || (later.rejectsOf === runId && isSettled(later, ['SUCCESS'])),
  );
}

/** Returns the runs that failed and whose file was not read without a failure later. */
function findFailedRuns(runs: readonly RunSummary[], known: ReadonlySet<string | null>): Need[] {
  return runs.flatMap((run, index): Need[] => {
    if (run.status !== 'FAILED' || run.rejectsOf !== undefined || known.has(run.runId)) return [];
    const isRepaired = runs
      .slice(0, index)
      .some((later) => isSameFile(later, run) && isSettled(later, ['SUCCESS', 'PARTIAL_SUCCESS']));
    return isRepaired ? [] : [{ kind: 'run', run }];
  });
}

function isSameFile(one: RunSummary, other: RunSummary): boolean {
  return one.fileName === other.fileName && one.specId === other.specId && one.topic === other.topic;
}

/** Whether a run is in progress, or has ended in one of these states. */
function isSettled({ status, finishedAt }: RunSummary, states: readonly RunSummary['status'][]): boolean {
  return finishedAt === null || states.includes(status);
}
