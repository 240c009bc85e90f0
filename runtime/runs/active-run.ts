import { lostThreadFailure } from './lost-thread.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from '../../compiler/kernel/model/contract.ts';
import { describeError, type Log } from '../log/json-log.ts';
import type { StoredRun } from '../store/stored-run.ts';
import type { Pause } from './run-request.ts';
import { RunNotFinished } from './run-request.ts';
import type { LiveState } from './run-view.ts';
import { type Attempt, attemptRun, finishAsFailed, type AttemptInput, DATABASE_DAMAGED } from './attempt-run.ts';
import { CANCELLED_MESSAGE } from '../model/run-failure.ts';
import { createWaiters } from './waiters.ts';

/** An unfinished run that this process executes. */
export interface ActiveRun {
  readonly run: StoredRun;
  readonly state: LiveState;
  /**
   * Resolves when the run has finished. Rejects with RunNotFinished if it is paused or interrupted, and with the reason
   * of the signal.
   */
  waitForEnd(signal?: AbortSignal): Promise<void>;
  /** Resolves when the run has finished or was interrupted. */
  readonly done: Promise<void>;
  /** Interrupts the run between two batches. */
  stop(): void;
  /** Ends the run as FAILED at its next checkpoint, or at once if it is not being executed. */
  cancel(): void;
}

/** The options of startRun(). */
export interface ActiveRunOptions extends Omit<AttemptInput, 'signal' | 'cancelled' | 'onStart' | 'onProgress'> {
  log: Log;
  /** Frees disk space for recording that the run was cancelled. */
  makeRoom(run: StoredRun): Promise<void>;
  /** Length of the first pause, and maximum length, in milliseconds. */
  pauseMs: { first: number; max: number };
}

/** Executes a run to its end, including retries after pauses and lost threads. */
export function startRun(options: ActiveRunOptions): ActiveRun {
  const { run, log } = options;
  const state: LiveState = { status: 'QUEUED', pause: null, bytes: run.checkpoint?.position?.byteOffset ?? 0 };
  const abort = new AbortController();
  const cancel = new AbortController();
  if (run.isCancelled) cancel.abort();
  const waiters = createWaiters();
  const work: CancellableInput = {
    started: { hasStarted: false, isAlone: false },
    ...options,
    signal: abort.signal,
    cancelled: cancel.signal,
    // A paused run stays PAUSED until it makes progress.
    onStart: () => state.status === 'QUEUED' && (state.status = 'RUNNING'),
    onProgress: (bytes) => void Object.assign(state, { status: 'RUNNING', pause: null, bytes }),
  };
  const pause = (reason: Pause): void => {
    log.warn('run_paused', { runId: run.runId, ...reason });
    Object.assign(state, { status: 'PAUSED', pause: reason });
    waiters.rejectAll(notFinished(run.runId, state));
  };
  const result = runToEnd(work, { ...options, pause });
  const done = result.then((isEnded) =>
    isEnded ? waiters.resolveAll() : waiters.rejectAll(notFinished(run.runId, state)),
  );
  return {
    run,
    state,
    done,
    waitForEnd: (signal) =>
      state.status === 'PAUSED' ? Promise.reject(notFinished(run.runId, state)) : waiters.wait(signal),
    stop: () => abort.abort(new Error('the service is stopping')),
    cancel: () => cancel.abort(),
  };
}

function notFinished(runId: string, { pause }: LiveState): RunNotFinished {
  return new RunNotFinished(runId, pause ?? { code: 'stopping', message: 'the service is stopping' });
}

/**
 * An attempt's input, whether an earlier attempt of this process has begun to publish, and whether the next one needs a
 * thread to itself, because a task of another request may have ended the last one.
 */
interface CancellableInput extends AttemptInput {
  started: { hasStarted: boolean; isAlone: boolean };
}

/** Returns false if the run was interrupted. */
async function runToEnd(
  work: CancellableInput,
  { log, pauseMs, pause, makeRoom }: ActiveRunOptions & { pause(reason: Pause): void },
): Promise<boolean> {
  const { runId } = work.run;
  const { cancelled } = work;
  let fatalFailure: Failure | null = null;
  let crashedAt: number | null = null;
  for (let pauses = 0; ; ) {
    if (cancelled.aborted && canEndHere(work)) fatalFailure ??= { code: 'cancelled', message: CANCELLED_MESSAGE };
    const attempt: Attempt =
      fatalFailure === null ? await attemptUntilCancelled(work) : await tryFinishAsFailed(work, fatalFailure);
    switch (attempt.kind) {
      case 'ended':
        return true;
      case 'stopped':
        if (work.signal.aborted) return false;
        fatalFailure = { code: 'cancelled', message: CANCELLED_MESSAGE };
        continue;
      case 'paused':
        // The broker cannot be asked what it has. The run ends with the last checkpoint that the store has.
        if (cancelled.aborted && fatalFailure === null) {
          fatalFailure = { code: 'cancelled', message: CANCELLED_MESSAGE };
          continue;
        }
        pause(attempt.pause);
        // The end cannot be recorded in a damaged database. The next process refuses to start with it.
        if (fatalFailure?.code === DATABASE_DAMAGED) return false;
        if (fatalFailure?.code === 'cancelled') await makeRoom(work.run);
        if (!(await waitOrCancel(Math.min(pauseMs.max, pauseMs.first * 2 ** pauses++), work, fatalFailure !== null)))
          return false;
        continue;
      case 'crashed':
        log.error('run_thread_lost', { runId, ...describeError(attempt.reason) });
        // After two crashes without progress, the run would crash forever.
        if (crashedAt === attempt.record) fatalFailure = lostThreadFailure(attempt.reason, attempt.record);
        work.started.isAlone = true;
        crashedAt = attempt.record;
        continue;
      case 'failed':
        log.error('run_failed', { runId, code: attempt.failure.code, ...describeError(attempt.cause) });
        fatalFailure = attempt.failure;
        continue;
      default:
        attempt satisfies never;
    }
  }
}

async function tryFinishAsFailed({ store, run }: AttemptInput, failure: Failure): Promise<Attempt> {
  try {
    await finishAsFailed(store, run.runId, failure);
    return { kind: 'ended' };
  } catch {
    const now = await store.runs.find(run.runId).catch(() => null);
    if (now !== null && now.ended !== null) return { kind: 'ended' };
    return { kind: 'paused', pause: { code: 'storage_failed', message: 'the data folder cannot be written' } };
  }
}

/**
 * Whether the store knows exactly what a run has published. A run into Kafka with a transaction may have published more:
 * its thread asks the broker, which also ends an open transaction.
 */
function canEndHere({ run, started }: CancellableInput): boolean {
  return run.broker === 'embedded' || (!started.hasStarted && run.checkpoint === null);
}

/** Executes a run. A cancelled run that still waits for a thread does not wait any longer. */
async function attemptUntilCancelled(work: CancellableInput): Promise<Attempt> {
  const abort = new AbortController();
  const stop = (): void => abort.abort(work.signal.reason);
  const leaveQueue = (): void => {
    if (!isExecuting) abort.abort(new Error('the run was cancelled'));
  };
  let isExecuting = false;
  const onStart = (): void => {
    isExecuting = true;
    work.started.hasStarted = true;
    work.onStart();
  };
  if (work.signal.aborted) return { kind: 'stopped' };
  work.signal.addEventListener('abort', stop);
  work.cancelled.addEventListener('abort', leaveQueue);
  try {
    return await attemptRun({ ...work, onStart, isAlone: work.started.isAlone, signal: abort.signal });
  } finally {
    work.signal.removeEventListener('abort', stop);
    work.cancelled.removeEventListener('abort', leaveQueue);
  }
}

/**
 * Waits before the next attempt. Returns false if the service is stopping. A cancelled run does not wait, except if its
 * end could not be recorded.
 */
async function waitOrCancel(ms: number, { signal, cancelled }: AttemptInput, isEnding: boolean): Promise<boolean> {
  const either = isEnding ? signal : AbortSignal.any([signal, cancelled]);
  await sleep(ms, undefined, { signal: either }).catch(() => {});
  return !signal.aborted;
}
