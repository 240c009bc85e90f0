import type { FileHandle } from 'node:fs/promises';

/** Brings a file to the disk while it is being written, so that little is left to wait for at its end. */
export interface EarlySync {
  /** So many bytes are written by now. */
  written(bytes: number): void;
  /** Resolves when all is on the disk. Throws what kept any of it from getting there. */
  end(): Promise<void>;
}

const SYNCED_AT_ONCE_BYTES = 32 * 1024 * 1024;

/** The early sync of a file that is open. */
export function createEarlySync(handle: Pick<FileHandle, 'datasync' | 'sync'>): EarlySync {
  let begunAt = 0;
  let syncing: Promise<void> | null = null;
  // The system tells of a lost write once, to whoever asks first.
  let lost: { reason: unknown } | null = null;
  return {
    written(bytes) {
      if (syncing !== null || bytes - begunAt < SYNCED_AT_ONCE_BYTES) return;
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
