import type { ActiveRun } from './active-run.ts';
import { QueueFull } from './failures.ts';

/** The maximum number of runs that wait for a thread, in all and of one caller. */
export interface QueueLimits {
  maxQueued: number;
  maxQueuedPerCaller: number;
}

/** Throws QueueFull if no further run may wait. `all` and `own` are the numbers of waiting runs, in all and of one caller. */
export function checkWaiting(
  { all, own }: { all: number; own: number },
  { maxQueued, maxQueuedPerCaller }: QueueLimits,
): void {
  if (all >= maxQueued) throw new QueueFull(`${maxQueued} runs are waiting for a thread`);
  if (own >= maxQueuedPerCaller) throw new QueueFull(`${maxQueuedPerCaller} runs of this caller are waiting`);
}

/** Throws QueueFull if no further run of `caller` may wait. `active` are all unfinished runs, by their ids. */
export function checkQueue(
  active: ReadonlyMap<string, Pick<ActiveRun, 'state' | 'caller'>>,
  caller: string | null,
  { maxQueued, maxQueuedPerCaller }: QueueLimits,
): void {
  // Without this line, each request would examine all runs.
  if (active.size < Math.min(maxQueued, maxQueuedPerCaller)) return;
  const queued = [...active.values()].filter(({ state }) => state.status === 'QUEUED');
  const own = caller === null ? 0 : queued.filter((run) => run.caller === caller).length;
  checkWaiting({ all: queued.length, own }, { maxQueued, maxQueuedPerCaller });
}
