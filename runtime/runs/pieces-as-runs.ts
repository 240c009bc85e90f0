import type { Store } from '../state/store/store.ts';
import type { StoredRun } from '../state/store/stored-run.ts';

/**
 * Returns the store with a piece of a run in the place of the run: its journal and its checkpoint. The run has ended if
 * the piece has. An attempt executes a piece like a run.
 */
export function piecesAsRuns(store: Store, piece: number): Store {
  return {
    ...store,
    runs: {
      ...store.runs,
      openJournal: (runId, attempt = null) => store.pieces.open({ runId, piece, attempt: attempt ?? 0 }),
      async find(runId): Promise<StoredRun | null> {
        const run = await store.runs.find(runId);
        if (run === null || run.ended !== null) return run;
        const stored = await store.pieces.find({ runId, piece });
        if (stored === null) return store.runs.find(runId);
        const ended = stored.phase === 'DONE' ? { at: Date.now(), status: 'SUCCESS' as const, failure: null } : null;
        return { ...run, ended, checkpoint: stored.checkpoint };
      },
    },
  };
}
