import { openProgressFile, type ProgressFile } from '../../store/progress-file.ts';
import { isCheckpointOnly, type Journal, type JournalEntry } from '../../model/journal.ts';

/** How long the store is left behind the progress file, in milliseconds. */
const STORE_DELAY_MS = 200;

/** A journal that keeps nothing any more when it is closed. */
export interface ProgressJournal extends Journal {
  close(): Promise<void>;
}

/**
 * A journal whose steps are kept in a file beside the store, by the thread that calls: the way through other threads and
 * back takes them longer than the disk does. The store follows, is asked at once for what is more than a step, and has
 * all when `finish` resolves. Where the file cannot be written everything goes to the store.
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

/** The same over a file that is open; null: there is none. */
export function createProgressJournal(opened: ProgressFile | null, store: Journal): ProgressJournal {
  let file = opened;
  /** What the file has, and the store was not told. */
  let unsynced: JournalEntry | null = null;
  let timer: NodeJS.Timeout | null = null;
  /** How many entries the store has been asked for that others may not overtake. */
  let asked = 0;
  let broken: { reason: unknown } | null = null;

  function throwIfBroken(): void {
    if (broken !== null) throw broken.reason;
  }

  function writeStep(entry: JournalEntry): boolean {
    if (file === null || asked > 0 || !isCheckpointOnly(entry)) return false;
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
    asked++;
    await store.commit(entry).finally(() => asked--);
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
