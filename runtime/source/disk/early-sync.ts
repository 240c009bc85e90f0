import type { FileHandle } from 'node:fs/promises';

/** Flushes a file to disk while it is written, so that the final flush is short. */
export interface EarlySync {
  /** Reports the total number of bytes written so far. */
  written(bytes: number): void;
  /** Flushes the rest. Rejects if any flush failed. */
  end(): Promise<void>;
}

const SYNC_INTERVAL_BYTES = 32 * 1024 * 1024;

/** Creates the early sync of an open file. */
export function createEarlySync(handle: Pick<FileHandle, 'datasync' | 'sync'>): EarlySync {
  let begunAt = 0;
  let syncing: Promise<void> | null = null;
  // The system reports a lost write only once, to the next sync.
  let lost: { reason: unknown } | null = null;
  return {
    written(bytes) {
      if (syncing !== null || bytes - begunAt < SYNC_INTERVAL_BYTES) return;
      begunAt = bytes;
      syncing = handle
        .datasync()
        .catch((reason: unknown) => void (lost ??= { reason }))
        .finally(() => (syncing = null));
    },
    async end() {
      await syncing;
      if (lost !== null) throw lost.reason;
      await handle.sync();
    },
  };
}
