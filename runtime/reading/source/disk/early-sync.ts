import type { FileHandle } from 'node:fs/promises';

/** Flushes a file to disk every 32 MiB while it is written, so that the last flush is short. */
export interface EarlySync {
  /** Call it with the total number of bytes written so far. */
  written(bytes: number): void;
  /** Flushes the remaining bytes. Rejects if this flush or an earlier one failed. */
  end(): Promise<void>;
}

const SYNC_INTERVAL_BYTES = 32 * 1024 * 1024;

/** Creates the early flushing of an open file. */
export function createEarlySync(handle: Pick<FileHandle, 'datasync' | 'sync'>): EarlySync {
  let begunAt = 0;
  let syncing: Promise<void> | null = null;
  // The system reports a lost write only to the next flush. The final flush would not report it again.
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
