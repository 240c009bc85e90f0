import { lostThreadFailure } from './lost-thread.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from '../../compiler/kernel/model/contract.ts';
import type { Meter } from '../base/log/meter.ts';
import { describeError, type Log } from '../base/log/json-log.ts';
import { withMembers } from '../base/log/service-log.ts';
import { LeaseLost } from '../state/store/engine/lease-lost.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { type Pause, RunNotFinished, STOPPING } from './run-request.ts';
import type { LiveState } from './run-view.ts';
import { type Attempt, attemptRun, finishAsFailed, type AttemptInput, DATABASE_DAMAGED } from './attempt-run.ts';
import { STORAGE_FAILED } from '../base/model/storage-failed.ts';
import { CANCELLED_MESSAGE } from '../base/model/run-failure.ts';
import { isInStore } from './open-target.ts';

/** An unfinished run that this process executes. */
export interface ActiveRun {
  readonly run: StoredRun;
  /** Who sent the run; null if that is unknown, for example after a restart. */
  readonly caller: string | null;
  /** Updated in place while the run is executed. */
  readonly state: LiveState;
  /**
   * Resolves when the run has finished. Rejects with RunNotFinished if the run is paused now or later, or is
   * interrupted. Rejects with the reason of `signal` if it is aborted.
   */
  waitForEnd(signal?: AbortSignal): Promise<void>;
  /** Resolves when the run has finished, or when this process no longer executes it. */
  readonly done: Promise<void>;
  /** Interrupts the run: after its current batch, or at once if no thread executes it. A later process resumes it. */
  stop(): void;
  /**
   * Requests the run to end as FAILED. A run that a thread executes ends at its next checkpoint. Has no effect if the
   * run finishes before that.
   */
  cancel(): void;
}

/** The options of startRun(). */
export interface ActiveRunOptions extends Omit<AttemptInput, 'signal' | 'cancelled' | 'onStart' | 'onProgress'> {
  log: Log;
  meter: Meter;
  /** Who sent the run; null if that is unknown. */
  caller: string | null;
  /** Called when the status of the run has changed. */
  onChange?: () => void;
  /** Frees disk space. Called if the run was cancelled, but the database could not record its end. */
  makeRoom(run: StoredRun): Promise<void>;
  /**
   * Length of the first pause, and maximum length of a pause, in milliseconds. Each pause is twice as long as the
   * previous one, up to the maximum.
   */
  pauseMs: { first: number; max: number };
}

/**
 * Starts to execute a run, and returns at once. If an attempt pauses or loses its thread, another attempt follows,
 * until the run has finished or stop() is called.
 */
export function startRun(options: ActiveRunOptions): ActiveRun {
  const { run } = options;
  const log = logOf(options);
  const state: LiveState = { status: 'QUEUED', pause: null, bytes: run.checkpoint?.position?.byteOffset ?? 0 };
  const abort = new AbortController();
  const cancel = new AbortController();
  if (run.isCancelled) cancel.abort();
  const waiters = createWaiters();
  const setStatus = (status: LiveState['status']): void => {
    if (state.status === status) return;
    state.status = status;
    options.onChange?.();
  };
  const work: CancellableInput = {
    started: { hasStarted: false, isAlone: false },
    ...options,
    signal: abort.signal,
    cancelled: cancel.signal,
    // A paused run remains PAUSED until it makes progress.
    onStart: () => state.status === 'QUEUED' && setStatus('RUNNING'),
    onProgress(bytes) {
      Object.assign(state, { pause: null, bytes });
      setStatus('RUNNING');
    },
  };
  const pause = (reason: Pause): void => {
    // The attempts that follow fail for the same reason.
    if (state.pause?.code !== reason.code) log.warn('run_paused', { ...reason });
    if (run.broker === 'kafka') options.meter.count('kafka_pauses_total', { code: reason.code });
    state.pause = reason;
    setStatus('PAUSED');
    waiters.rejectAll(notFinished(run.runId, state));
  };
  const result = runToEnd(work, { ...options, log, pause });
  const done = result.then((isEnded) =>
    isEnded ? waiters.resolveAll() : waiters.rejectAll(notFinished(run.runId, state)),
  );
  return {
    run,
    caller: options.caller,
    state,
    done,
    waitForEnd: (signal) =>
      state.status === 'PAUSED' ? Promise.reject(notFinished(run.runId, state)) : waiters.wait(signal),
    stop: () => abort.abort(new Error('the service is stopping')),
    cancel: () => cancel.abort(),
  };
}

/** Returns the log of a run: each line names the run, who sent it, and its trace. */
function logOf({ run: { runId, principal, options }, piece, log }: ActiveRunOptions): Log {
  const { traceparent } = options;
  return withMembers(log, {
    runId,
    ...(piece && { piece: piece.number }),
    ...(principal && { principal }),
    ...(traceparent && { traceparent }),
  });
}

function notFinished(runId: string, { pause }: LiveState): RunNotFinished {
  return new RunNotFinished(runId, pause ?? STOPPING);
}

/**
 * The input of an attempt, and what earlier attempts of this process have shown. `hasStarted`: an attempt has started
 * in a thread. `isAlone`: further attempts get a thread without other tasks, because another task may have crashed the
 * last thread.
 */
interface CancellableInput extends AttemptInput {
  started: { hasStarted: boolean; isAlone: boolean };
}

/** How often a run is resumed after its thread was lost. Within one process, and at different records. */
const MAX_CRASHES = 3;

/**
 * Executes a run until it has finished. Returns false if it has not finished, because the service is stopping or the
 * database is damaged, or because another instance has the run.
 */
async function runToEnd(
  work: CancellableInput,
  { log, pauseMs, pause, makeRoom }: ActiveRunOptions & { pause(reason: Pause): void },
): Promise<boolean> {
  const { cancelled } = work;
  let fatalFailure: Failure | null = null;
  let hasSeenDamage = false;
  let crashedAt: number | null = null;
  let crashes = 0;
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
      case 'lost':
        return false;
      case 'paused':
        // The broker is not available, so it cannot report what it stores. The cancelled run ends with the last
        // checkpoint in the store.
        if (cancelled.aborted && fatalFailure === null) {
          fatalFailure = { code: 'cancelled', message: CANCELLED_MESSAGE };
          continue;
        }
        pause(attempt.pause);
        // The end of a run cannot be recorded in a damaged database. The next process reports the damage when it
        // starts.
        if (fatalFailure?.code === DATABASE_DAMAGED) return false;
        if (fatalFailure?.code === 'cancelled') await makeRoom(work.run);
        if (!(await waitOrCancel(Math.min(pauseMs.max, pauseMs.first * 2 ** pauses++), work, fatalFailure !== null)))
          return false;
        continue;
      case 'crashed':
        log.error('run_thread_lost', describeError(attempt.reason));
        work.started.isAlone = true;
        // Another task of the thread may be the cause. The next attempt is alone, so it shows whether this run is.
        if (attempt.reason.isShared) continue;
        // After two crashes at the same record, every further attempt would crash, too.
        if (crashedAt === attempt.record || ++crashes > MAX_CRASHES)
          fatalFailure = lostThreadFailure(attempt.reason, attempt.record);
        crashedAt = attempt.record;
        continue;
      case 'failed':
        // SQLite also reports a page that could not be read once (EIO) as damage.
        if (attempt.failure.code === DATABASE_DAMAGED && !hasSeenDamage) {
          hasSeenDamage = true;
          pause(STORAGE_FAILED);
          if (!(await waitOrCancel(pauseMs.first, work, false))) return false;
          continue;
        }
        log.error('run_failed', { code: attempt.failure.code, ...describeError(attempt.cause) });
        fatalFailure = attempt.failure;
        continue;
      default:
        attempt satisfies never;
    }
  }
}

async function tryFinishAsFailed({ stored, attempt }: AttemptInput, failure: Failure): Promise<Attempt> {
  try {
    await finishAsFailed(stored, attempt, failure);
    return { kind: 'ended' };
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: 'lost' };
    const now = await stored.find().catch(() => null);
    if (now !== null && now.ended !== null) return { kind: 'ended' };
    return { kind: 'paused', pause: { code: 'storage_failed', message: 'the data folder cannot be written' } };
  }
}

/**
 * Returns true if this thread may end the run, because the store knows all that the run has published. A run into another system
 * may have published more than the store knows. Then its worker thread must ask that system, and end an open
 * transaction.
 */
function canEndHere({ run, started }: CancellableInput): boolean {
  return isInStore(run) || (!started.hasStarted && run.checkpoint === null);
}

/** Executes one attempt. If the run is cancelled while it waits for a thread, the wait ends. */
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
    const { isAlone, hasStarted: isRepeated } = work.started;
    return await attemptRun({ ...work, onStart, isAlone, isRepeated, signal: abort.signal });
  } finally {
    work.signal.removeEventListener('abort', stop);
    work.cancelled.removeEventListener('abort', leaveQueue);
  }
}

/**
 * Waits `ms` milliseconds before the next attempt. Returns false if the service is stopping. Cancelling the run ends
 * the wait early, unless `isEnding`: then the end of the run could not be recorded and is tried again.
 */
async function waitOrCancel(ms: number, { signal, cancelled }: AttemptInput, isEnding: boolean): Promise<boolean> {
  const either = isEnding ? signal : AbortSignal.any([signal, cancelled]);
  await sleep(ms, undefined, { signal: either }).catch(() => {});
  return !signal.aborted;
}

/** Callers that wait for an event, which occurs at most once. */
interface Waiters {
  /**
   * Resolves when the event occurs, or at once if it has already occurred. Rejects with the reason of `signal` if it is
   * aborted first.
   */
  wait(signal?: AbortSignal): Promise<void>;
  /** Reports the event: resolves all present and future waits. */
  resolveAll(): void;
  /** Rejects all present waits with `reason`. Later calls of wait() wait for the event as before. */
  rejectAll(reason: Error): void;
}

/** Creates the waiters for an event that has not occurred yet. */
function createWaiters(): Waiters {
  const waiting = new Set<{ resolve(): void; reject(reason: unknown): void }>();
  let isResolved = false;

  function wait(signal?: AbortSignal): Promise<void> {
    if (isResolved) return Promise.resolve();
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const settled = (then: () => void) => () => {
        waiting.delete(waiter);
        signal?.removeEventListener('abort', leave);
        then();
      };
      const waiter = { resolve: settled(resolve), reject: (reason: unknown) => settled(() => reject(reason))() };
      const leave = (): void => waiter.reject(signal?.reason);
      signal?.addEventListener('abort', leave);
      waiting.add(waiter);
    });
  }

  return {
    wait,
    resolveAll() {
      isResolved = true;
      for (const waiter of [...waiting]) waiter.resolve();
    },
    rejectAll(reason) {
      for (const waiter of [...waiting]) waiter.reject(reason);
    },
  };
}
