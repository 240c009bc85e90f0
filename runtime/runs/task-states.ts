import type { Cluster } from './cluster/cluster.ts';
import type { TaskState } from '../state/store/cluster/run-tasks.ts';
import { isInPieces } from '../state/store/piece-rows.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import type { Pause } from './run-request.ts';
import type { LiveState } from './run-view.ts';

/** Returns the states of unfinished runs that any instance executes, as a whole or in pieces, by their ids. */
export async function findTaskStates(
  { tasks, pieces }: Pick<Cluster, 'tasks' | 'pieces'>,
  unfinished: readonly StoredRun[],
): Promise<Map<string, LiveState>> {
  const idsOf = (hasPieces: boolean): string[] =>
    unfinished.filter((run) => isInPieces(run) === hasPieces).map(({ runId }) => runId);
  const divided = idsOf(true);
  const states = [...(await tasks.states(idsOf(false))), ...(divided.length === 0 ? [] : await pieces.states(divided))];
  return new Map(states.map(([runId, state]) => [runId, toLiveState(state)]));
}

/** Returns a state as the store of a cluster has it. */
export function toTaskState({ status, pause, bytes }: LiveState): TaskState {
  return { status, pause: pause === null ? null : JSON.stringify(pause), bytes };
}

function toLiveState({ status, pause, bytes }: TaskState): LiveState {
  return { status, pause: status === 'PAUSED' ? toPause(pause) : null, bytes };
}

// An instance wrote the JSON with toTaskState().
function toPause(pause: string | null): Pause {
  return JSON.parse(pause ?? '{"code":"unavailable","message":"the run is paused"}') as Pause;
}
