import type { StoredRun } from '../state/store/stored-run.ts';
import type { ActiveRun } from './active-run.ts';
import type { RunTasks } from './run-tasks.ts';
import type { LiveState } from './run-view.ts';

/** Returns the states of unfinished runs, by their ids: those that this process executes, and those of other instances. */
export type FindLiveStates = (runs: readonly StoredRun[]) => Promise<Map<string, LiveState>>;

/** Creates the function. `tasks` is null if there are no other instances. */
export function createFindLiveStates(
  active: ReadonlyMap<string, Pick<ActiveRun, 'state'>>,
  tasks: Pick<RunTasks, 'states'> | null,
): FindLiveStates {
  return async (runs) => {
    const elsewhere = runs.filter(({ runId, ended }) => ended === null && !active.has(runId));
    const states = new Map(elsewhere.length === 0 ? [] : await tasks?.states(elsewhere));
    for (const { runId } of runs) {
      const here = active.get(runId);
      if (here !== undefined) states.set(runId, here.state);
    }
    return states;
  };
}
