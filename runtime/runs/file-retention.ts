import { type ClockJumps, watchClock } from '../base/program/clock-jumps.ts';
import { describeError, type Log } from '../base/log/json-log.ts';
import type { Spool } from '../reading/source/spool.ts';
import type { Store } from '../state/store/store.ts';
import type { StoredRun } from '../state/store/stored-run.ts';

/**
 * Removes what is no longer needed: runs and spooled files of runs that ended some time ago, old messages, messages of failed all-or-nothing
 * runs, and the rows of deleted runs and topics.
 */
export interface FileRetention {
  /** Returns true if the spooled file of the run still exists, and is no link. */
  hasFile(run: StoredRun): Promise<boolean>;
  /** Starts a sweep at once, and another one every 10 minutes. */
  start(): void;
  /**
   * Starts a sweep in a second, so that many runs share it. It removes in the background all that is no longer needed.
   * Does nothing while another sweep is in progress, and after stop(). If a sweep fails, logs the error.
   */
  sweep(): void;
  /** Prevents further sweeps, and waits until the present one has ended. */
  stop(): Promise<void>;
}

/** How long to store runs after their end, and messages of the embedded broker, in milliseconds; null: for ever. */
export interface KeepTimes {
  runsMs: number | null;
  messagesMs: number | null;
}

const SWEEP_INTERVAL_MS = 10 * 60 * 1000;
/** How long a sweep waits for the ends of more runs. Many small runs share a sweep. */
const GATHER_MS = 1000;

/**
 * Creates the retention of spooled files. `keepFilesMs` milliseconds after the end of a run, the next sweeps remove its
 * file.
 */
export function createFileRetention({
  store,
  spool,
  keepFilesMs,
  keep = { runsMs: null, messagesMs: null },
  log,
  clock = watchClock(),
}: {
  store: Store;
  spool: Spool;
  keepFilesMs: number;
  keep?: KeepTimes;
  log: Log;
  clock?: ClockJumps;
}): FileRetention {
  let timer: NodeJS.Timeout | null = null;
  let gathering: NodeJS.Timeout | null = null;
  let sweeping: Promise<void> | null = null;
  let isStopped = false;

  /** Removes the runs that ended at or before `before`, with their files. */
  async function removeRuns(before: number): Promise<void> {
    for (;;) {
      const runs = await store.runs.endedRuns(before);
      for (const { runId, spoolName } of runs) {
        if (isStopped) return;
        if (spoolName !== null) await spool.remove(spoolName);
        await store.runs.remove(runId);
      }
      if (runs.length === 0) return;
    }
  }

  async function sweepAll(): Promise<void> {
    const sinceJump = clock.sinceJump();
    // After the clock was set, the ends of runs may be stored with a wrong time. Then what is kept for a time is kept for
    // that time from now on.
    const mayRemove = (keepMs: number): boolean => sinceJump >= keepMs;
    const expired = mayRemove(keepFilesMs) ? await store.runs.endedWithFile(Date.now() - keepFilesMs) : [];
    for (const { number, spoolName } of expired) {
      if (isStopped) return;
      await spool.remove(spoolName);
      await store.runs.forgetFile(number);
    }
    if (keep.runsMs !== null && mayRemove(keep.runsMs)) await removeRuns(Date.now() - keep.runsMs);
    // Each step is small, so that runs do not wait long for the store.
    while (!isStopped && (await store.runs.removeFailedBatches())) continue;
    const keepsMessages = keep.messagesMs === null || !mayRemove(keep.messagesMs);
    const oldest = keepsMessages ? null : Date.now() - (keep.messagesMs ?? 0);
    while (!isStopped && oldest !== null && (await store.runs.removeOldBatches(oldest))) continue;
    while (!isStopped && (await store.runs.removeDeleted())) continue;
    if (!isStopped) await store.runs.removeMessageFiles();
    while (!isStopped && (await store.runs.releasePages())) continue;
    await store.reserve.fill();
  }

  function sweep(): void {
    gathering = null;
    if (sweeping !== null || isStopped) return;
    sweeping = sweepAll()
      .catch((error: unknown) => log.warn('sweep_failed', describeError(error)))
      .finally(() => (sweeping = null));
  }

  return {
    hasFile: async ({ spoolName }) => spoolName !== null && spool.has(spoolName),
    sweep() {
      if (!isStopped) gathering ??= setTimeout(sweep, GATHER_MS).unref();
    },
    start() {
      timer ??= setInterval(sweep, SWEEP_INTERVAL_MS).unref();
      sweep();
    },
    async stop() {
      isStopped = true;
      if (timer !== null) clearInterval(timer);
      if (gathering !== null) clearTimeout(gathering);
      await sweeping;
    },
  };
}
