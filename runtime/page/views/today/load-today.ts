import type { Job, JobFile, RunSummary } from '../../../client/client.ts';
import type { Session } from '../../service/session.ts';

/** Number of runs of today that are read. More than these are not counted. */
export const MAX_RUNS = 1000;
/** Number of files of a job that are read because they wait for a person. */
const MAX_FILES = 100;
/** Number of jobs whose files are read. */
const MAX_JOBS = 50;

/** The states of files that wait for a person. */
const WAITING_STATES = ['failed', 'quarantined', 'needs_approval'] as const;

/** What the first screen of an operator shows. */
export interface TodayData {
  /** Null if the user may not see jobs. */
  jobs: Job[] | null;
  /** The files that wait for a person, newest first, by the id of their job. */
  files: ReadonlyMap<string, JobFile[]>;
  /** The runs of today, newest first: at most 1,000. Null if the user may not see runs. */
  runs: RunSummary[] | null;
}

/** Reads what has happened since the beginning of the day in the time zone of the browser. Rejects like the client. */
export async function loadToday(session: Session, now: Date, signal: AbortSignal): Promise<TodayData> {
  const { client } = session.service;
  const since = startOfDay(now).toISOString();
  const [jobs, runs] = await Promise.all([
    session.maySeeJobs ? client.listJobs({ since }, { signal }) : null,
    session.may('read') ? client.listRuns({ from: since, limit: MAX_RUNS }, { signal }) : null,
  ]);
  const isWaiting = ({ counts }: Job) => WAITING_STATES.some((state) => counts[state] > 0);
  const files = await Promise.all(
    (jobs ?? [])
      .filter(isWaiting)
      .slice(0, MAX_JOBS)
      .map(async (job): Promise<[string, JobFile[]]> => {
        const pages = WAITING_STATES.filter((state) => job.counts[state] > 0).map((state) =>
          client.listJobFiles({ id: job.id, state, order: 'newest', limit: MAX_FILES }, { signal }),
        );
        return [job.id, (await Promise.all(pages)).flat()];
      }),
  );
  return { jobs, files: new Map(files), runs };
}

/** Returns the beginning of a day in the time zone of the browser. */
function startOfDay(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
}
