import { openProgressFile, type ProgressFile } from '../../store/progress-file.ts';
import { isCheckpointOnly, type Journal, type JournalEntry } from '../../model/journal.ts';

/** How much older the stored progress may be than the progress file, in milliseconds. */
const STORE_DELAY_MS = 200;

/** A journal that can be closed. After that, it rejects every entry. */
export interface ProgressJournal extends Journal {
  close(): Promise<void>;
}

/**
 * Opens a journal that writes checkpoints to a progress file in the calling thread, which is faster than sending them
 * to the thread of the store. The store follows later, but at once for entries with more than a checkpoint, and
 * finish() waits for it. If the file cannot be written, everything goes to the store.
 */
export async function openProgressJournal({
  path,
  runId,
  store,
}: {
  path: string;
  runId: string;
  store: Journal;
}): Promise<ProgressJournal> {
  const file = await openProgressFile(path, runId).catch(() => null);
  return createProgressJournal(file, store);
}

/** Creates the same journal for an open file; null if there is none. */
export function createProgressJournal(opened: ProgressFile | null, store: Journal): ProgressJournal {
  let file = opened;
  /** The last entry that is in the file but not yet in the store. */
  let unsynced: JournalEntry | null = null;
  let timer: NodeJS.Timeout | null = null;
  /** Number of entries being stored. Later checkpoints must not overtake them. */
  let pendingCommits = 0;
  let broken: { reason: unknown } | null = null;

  function throwIfBroken(): void {
    if (broken !== null) throw broken.reason;
  }

  function writeStep(entry: JournalEntry): boolean {
    if (file === null || pendingCommits > 0 || !isCheckpointOnly(entry)) return false;
    try {
      return file.write(entry);
    } catch {
      void file.close().catch(() => {});
      file = null;
      return false;
    }
  }

  async function commitToStore(entry: JournalEntry): Promise<void> {
    unsynced = null;
    pendingCommits++;
    await store.commit(entry).finally(() => pendingCommits--);
  }

  function scheduleSync(): void {
    timer ??= setTimeout(() => void sync(), STORE_DELAY_MS);
  }

  async function sync(): Promise<void> {
    const entry = unsynced;
    unsynced = null;
    if (entry !== null) await store.commit(entry).catch((reason: unknown) => (broken ??= { reason }));
    timer = null;
    if (unsynced !== null && broken === null) scheduleSync();
  }

  return {
    async commit(entry) {
      throwIfBroken();
      if (!writeStep(entry)) return commitToStore(entry);
      unsynced = entry;
      scheduleSync();
    },
    async finish(ending) {
      throwIfBroken();
      if (unsynced !== null) await commitToStore(unsynced);
      await store.finish(ending);
    },
    async close() {
      broken ??= { reason: new Error('the journal of this run is closed') };
      if (timer !== null) clearTimeout(timer);
      await file?.close();
    },
  };
}
