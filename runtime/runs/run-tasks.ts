import type { Cluster } from './cluster/cluster.ts';
import { describeError, type Log } from '../base/log/json-log.ts';
import type { Meter } from '../base/log/meter.ts';
import type { TakenRun } from '../state/store/cluster/run-tasks.ts';
import type { Store } from '../state/store/store.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import type { ActiveRun } from './active-run.ts';
import { createChanges } from './changes.ts';
import { RunNotFinished, STOPPING } from './run-request.ts';
import { createPieceTasks, type PieceTasksParts } from './piece-tasks.ts';
import type { LiveState } from './run-view.ts';
import { findTaskStates, toTaskState } from './task-states.ts';

/** The runs of a cluster. This instance takes as many as it can execute. */
export interface RunTasks {
  /** Starts to take runs. */
  start(): void;
  /** Takes runs now, if there is room. Call it after a run was stored; `runId` is that of a run whose file is known to be whole. */
  wake(runId?: string): void;
  /** Reports the states of runs to the other instances soon. */
  reportSoon(): void;
  /** Frees a run that this instance no longer executes, unless it has ended. Works in the background. */
  leave(run: TakenRun): void;
  /** Resolves when this instance executes no piece of a file. */
  settled(): Promise<void>;
  /** Resolves when all runs and pieces that were left are free. */
  left(): Promise<void>;
  /** Like ActiveRun.waitForEnd(), wherever the run is executed. */
  waitForEnd(runId: string, signal?: AbortSignal): Promise<void>;
  /** Returns the states of unfinished runs that other instances execute, by their ids. */
  states(runs: readonly StoredRun[]): Promise<Map<string, LiveState>>;
  /** Takes no more runs. */
  stop(): Promise<void>;
}

/** What createRunTasks() needs. */
export interface RunTasksParts {
  readonly cluster: Cluster;
  readonly store: Store;
  /** The runs that this instance executes, by their ids. */
  readonly active: ReadonlyMap<string, ActiveRun>;
  readonly threads: number;
  readonly log: Log;
  readonly meter: Meter;
  /** Starts to execute a run. `isNew`: this instance has received its file, and no instance has executed it before. */
  execute(run: StoredRun, taken: { attempt: number; isNew: boolean }): void;
  executePiece: PieceTasksParts['execute'];
}

const RENEW_MS = 5000;
const REPORT_MS = 300;
/** How many runs of small files are taken at a time for each thread, and how many runs in all while some are paused. */
const SMALL_PER_THREAD = 2;
const MAX_PER_THREAD = 16;
/** No more ids than this are known of runs that were received here. */
const MAX_RECEIVED = 1000;
/** The file of a small run has at most this size, in bytes as sent. */
const SMALL_BYTES = 1024 * 1024;

/** Creates the runs of a cluster. */
export function createRunTasks(parts: RunTasksParts): RunTasks {
  const { cluster, store, active, threads, log, meter, execute } = parts;
  const { runs } = store;
  const { tasks } = cluster;
  const pieces = createPieceTasks({ cluster, store, log, meter, execute: parts.executePiece, onFree: take });
  const attempts = new Map<string, number>();
  const received = new Set<string>();
  const changes = createChanges();
  const leaving = new Set<Promise<void>>();
  let isStopped = true;
  let taking: Promise<void> | null = null;
  let mustTakeAgain = false;
  let isTurnOfPieces = false;
  let renewing: Promise<void> | null = null;
  let renewTimer: NodeJS.Timeout | undefined;
  let reportTimer: NodeJS.Timeout | undefined;

  const mayTake = (): boolean => !isStopped && !cluster.isDraining;

  function roomFor(size: 'small' | 'large'): number {
    const going = [...active.values()].filter(
      ({ run, state }) => state.status !== 'PAUSED' && run.fileBytes <= SMALL_BYTES === (size === 'small'),
    ).length;
    const most = size === 'small' ? threads * SMALL_PER_THREAD : threads - pieces.busy();
    return Math.min(most - going, threads * MAX_PER_THREAD - active.size - pieces.count());
  }

  async function begin({ runId, attempt }: TakenRun): Promise<void> {
    // If the store cannot be read, the lease of the run ends by itself.
    const run = await runs.find(runId);
    if (run === null || run.ended !== null || !mayTake()) return void (await tasks.release({ runId, attempt }));
    attempts.set(runId, attempt);
    execute(run, { attempt, isNew: received.delete(runId) && attempt === 1 });
    changes.report(runId);
  }

  /** Returns false if there were fewer pieces. */
  async function takePieces(limit: number): Promise<boolean> {
    const room = mayTake() ? Math.min(limit, roomFor('large')) : 0;
    return room > 0 && (await pieces.take(room)) === room;
  }

  async function takeAll(): Promise<void> {
    do {
      mustTakeAgain = false;
      // Neither the runs nor the pieces of large files may occupy all threads again and again.
      isTurnOfPieces = !isTurnOfPieces;
      const hasMore = !isTurnOfPieces || (await takePieces(Math.ceil(threads / 2)));
      for (const size of ['small', 'large'] as const) {
        const room = mayTake() ? roomFor(size) : 0;
        if (room > 0) for (const taken of await tasks.take(size, room)) await begin(taken);
      }
      if (hasMore) await takePieces(threads);
    } while (mustTakeAgain);
  }

  function take(): void {
    mustTakeAgain = true;
    taking ??= takeAll()
      .catch((error: unknown) => log.debug('runs_not_taken', describeError(error)))
      .finally(() => (taking = null));
  }

  async function renewAll(): Promise<void> {
    await renewRuns();
    await pieces.renew();
  }

  async function renewRuns(): Promise<void> {
    const held = [...active.values()].flatMap(({ run: { runId }, state }) => {
      const attempt = attempts.get(runId);
      return attempt === undefined ? [] : [{ runId, attempt, ...toTaskState(state) }];
    });
    if (held.length === 0) return;
    const renewed = new Map((await tasks.renew(held)).map((run) => [run.runId, run]));
    for (const { runId, attempt } of held) {
      const kept = renewed.get(runId);
      if (kept?.isCancelled) active.get(runId)?.cancel();
      // A run that ends at this moment has no lease either. Then this call has no effect.
      if (kept === undefined && attempts.get(runId) === attempt) active.get(runId)?.stop();
    }
  }

  const renew = (): Promise<void> =>
    (renewing ??= renewAll()
      .catch((error: unknown) => log.warn('leases_not_renewed', describeError(error)))
      .finally(() => (renewing = null)));

  function stopAll(): void {
    for (const run of active.values()) run.stop();
    pieces.stop();
  }

  cluster.listen((news) => {
    if (news.kind === 'run') changes.report(news.id);
    if (news.kind === 'cancel') {
      active.get(news.id)?.cancel();
      pieces.cancel(news.id);
    }
    if (news.kind === 'drain') stopAll();
    if (news.kind === 'poll' || news.kind === 'unknown') changes.reportAll();
    if (news.kind === 'poll' || news.kind === 'unknown' || news.kind === 'tasks' || news.kind === 'cancel') take();
  });

  async function isEnded(runId: string): Promise<boolean> {
    const run = await runs.find(runId);
    return run === null || run.ended !== null;
  }

  async function free(taken: TakenRun): Promise<void> {
    const isFree = await tasks.release(taken).catch(() => false);
    if (isFree) await cluster.announce('tasks');
    else if (!(await isEnded(taken.runId).catch(() => true))) {
      log.warn('lease_lost', { ...taken });
      meter.count('lease_losses_total', { kind: 'run' });
    }
    changes.report(taken.runId);
    take();
  }

  return {
    start() {
      isStopped = false;
      renewTimer = setInterval(() => void renew(), RENEW_MS);
      take();
    },
    wake(runId) {
      if (runId !== undefined && received.size < MAX_RECEIVED) received.add(runId);
      take();
    },
    reportSoon() {
      reportTimer ??= setTimeout(() => {
        reportTimer = undefined;
        void renew();
      }, REPORT_MS).unref();
    },
    leave(taken) {
      if (attempts.get(taken.runId) === taken.attempt) attempts.delete(taken.runId);
      const leave = free(taken).finally(() => leaving.delete(leave));
      leaving.add(leave);
    },
    settled: pieces.settled,
    left: async () => void (await Promise.all([...leaving, pieces.left()])),
    async waitForEnd(runId, signal) {
      for (;;) {
        const changed = changes.next(runId, signal);
        const here = active.get(runId);
        if (here === undefined) {
          const run = await runs.find(runId);
          if (run === null || run.ended !== null) return changed.leave();
          const state = (await findTaskStates(cluster, [run])).get(runId);
          if (isStopped) throw new RunNotFinished(runId, STOPPING);
          if (state != null && state.pause !== null) throw new RunNotFinished(runId, state.pause);
          await changed.wait;
          continue;
        }
        changed.leave();
        try {
          return await here.waitForEnd(signal);
        } catch (error) {
          const isLeft = error instanceof RunNotFinished && error.code === STOPPING.code && !isStopped;
          if (!isLeft) throw error;
          await here.done;
        }
      }
    },
    states: (unfinished) => findTaskStates(cluster, unfinished),
    async stop() {
      isStopped = true;
      pieces.stop();
      clearInterval(renewTimer);
      clearTimeout(reportTimer);
      changes.reportAll();
      await taking;
      await renewing;
    },
  };
}
