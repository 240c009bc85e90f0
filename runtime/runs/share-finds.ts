import type { RunStore } from '../store/runs.ts';
import type { StoredRun } from '../store/stored-run.ts';

/**
 * Returns a store of runs whose calls of find() for the same run share a read, if they wait at the same time. Only for runs
 * that have ended: the response to a caller and the metrics need such a run at the same time.
 */
export function shareFinds(runs: Pick<RunStore, 'find'>): Pick<RunStore, 'find'> {
  const reading = new Map<string, Promise<StoredRun | null>>();
  return {
    find(runId) {
      const known = reading.get(runId);
      if (known !== undefined) return known;
      const found = runs.find(runId).finally(() => reading.delete(runId));
      reading.set(runId, found);
      return found;
    },
  };
}
