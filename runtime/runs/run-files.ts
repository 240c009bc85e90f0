import type { Spool } from '../reading/source/spool.ts';
import type { RunStore } from '../state/store/runs.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { FileGone, NoSuchRun, PiecesIncomplete } from './failures.ts';
import type { FileRetention } from './file-retention.ts';
import { type ReadingPool, type RunToStream, streamErrors, streamRejects } from './run-streams.ts';
import { hasNoGap } from './run-view.ts';
import type { Runs } from './runs.ts';

/** Finds a run. Throws NoSuchRun. */
export async function findRun(runs: Pick<RunStore, 'find'>, runId: string): Promise<StoredRun> {
  const run = await runs.find(runId);
  if (run === null) throw new NoSuchRun(runId);
  return run;
}

/** Returns the idempotency key of the first of the runs that have published rejects of each other; null if there is none. */
export async function findFirstKey(runs: Pick<RunStore, 'find' | 'keyOf'>, runId: string): Promise<string | null> {
  let first = runId;
  for (let run = await runs.find(first); run?.options.rejectsOf !== undefined; run = await runs.find(first)) {
    if (run.options.firstKey !== undefined) return run.options.firstKey;
    first = run.options.rejectsOf;
  }
  return runs.keyOf(first);
}

/** Creates the part of Runs that reads the files of runs again. */
export function createRunFiles(
  reading: ReadingPool,
  { runs, spool, retention }: { runs: RunStore; spool: Spool; retention: FileRetention },
): Pick<Runs, 'errors' | 'rejects' | 'hasFile'> {
  async function findFile(runId: string): Promise<Omit<RunToStream, 'signal'>> {
    const run = await findRun(runs, runId);
    if (!(await retention.hasFile(run))) throw new FileGone();
    if (run.options.pieceBytes !== undefined && !hasNoGap(run)) throw new PiecesIncomplete();
    return { run, openFile: () => spool.open(run.spoolName ?? '', run.fileBytes) };
  }

  return {
    async *errors(runId, signal) {
      yield* streamErrors(reading, { ...(await findFile(runId)), signal });
    },
    async *rejects(runId, signal) {
      yield* streamRejects(reading, { ...(await findFile(runId)), signal });
    },
    hasFile: async (runId) => retention.hasFile(await findRun(runs, runId)),
  };
}
