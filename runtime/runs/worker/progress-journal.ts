import { openProgressFile, type ProgressFile } from '../../state/store/progress-file.ts';
import { isCheckpointOnly, type Journal, type JournalEntry } from '../../base/model/journal.ts';

/** How long a checkpoint may be in the progress file before it is sent to the store, in milliseconds. */
const STORE_DELAY_MS = 200;

/** A journal that can be closed. */
export interface ProgressJournal extends Journal {
  /** Rejects later entries. When the promise resolves, each earlier one is in the file or was sent to the store. */
  close(): Promise<void>;
}

/**
 * Opens a journal that writes each checkpoint to a progress file. The calling thread writes that file itself, which is
 * faster than sending the checkpoint to the thread of the store. Checkpoints that arrive during a write are written
 * together: only the last of them, because it contains the others.
 *
 * The store receives the last checkpoint after about 200 ms. It receives an entry with messages or errors at once.
 * finish() waits for the store. After the progress file could not be created or written, every entry is sent to the
 * store.
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

/**
 * Creates the journal of openProgressJournal() for an open progress file. If `opened` is null, every entry is sent to
 * the store.
 */
export function createProgressJournal(opened: ProgressFile | null, store: Journal): ProgressJournal {
  let file = opened;
  /** The last entry that is in the progress file but not yet in the store. */
  let unsynced: JournalEntry | null = null;
  let timer: NodeJS.Timeout | null = null;
  /**
   * Number of entries that the store has not yet confirmed. While there are any, later checkpoints must not overtake
   * them.
   */
  let pendingCommits = 0;
  /** The checkpoint to write after the write in progress. `stored` resolves when it or a later one is durable. */
  let next: { entry: JournalEntry; stored: Promise<void> } | null = null;
  /** Resolves when the checkpoints so far are durable or were rejected. */
  let settled: Promise<void> = Promise.resolve();
  let isClosed = false;
  let broken: { reason: unknown } | null = null;

  function throwIfBroken(): void {
    if (broken !== null) throw broken.reason;
  }

  function throwIfEnded(): void {
    throwIfBroken();
    if (isClosed) throw new Error('the journal of this run is closed');
  }

  async function tryWrite(entry: JournalEntry): Promise<boolean> {
    if (file === null) return false;
    try {
      return await file.write(entry);
    } catch {
      void file.close().catch(() => {});
      file = null;
      return false;
    }
  }

  async function writeNow(entry: JournalEntry): Promise<void> {
    throwIfBroken();
    if (!(await tryWrite(entry))) return commitToStore(entry, Promise.resolve());
    unsynced = entry;
    scheduleSync();
  }

  function writeCheckpoint(entry: JournalEntry): Promise<void> {
    if (next !== null) {
      next.entry = entry;
      return next.stored;
    }
    const waiting: { entry: JournalEntry; stored: Promise<void> } = {
      entry,
      stored: settled.then(() => {
        next = null;
        return writeNow(waiting.entry);
      }),
    };
    next = waiting;
    settled = waiting.stored.catch(() => {});
    return waiting.stored;
  }

  /** Sends an entry to the store when `earlier` has resolved. */
  async function commitToStore(entry: JournalEntry, earlier: Promise<void>): Promise<void> {
    pendingCommits++;
    try {
      await earlier;
      throwIfBroken();
      unsynced = null;
      await store.commit(entry);
    } catch (reason) {
      // A later checkpoint in the file would conceal that this entry was not stored.
      broken ??= { reason };
      throw reason;
    } finally {
      pendingCommits--;
    }
  }

  function scheduleSync(): void {
    if (broken === null && !isClosed) timer ??= setTimeout(() => void sync(), STORE_DELAY_MS);
  }

  async function sync(): Promise<void> {
    const entry = unsynced;
    unsynced = null;
    if (entry !== null) await store.commit(entry).catch((reason: unknown) => (broken ??= { reason }));
    timer = null;
    if (unsynced !== null) scheduleSync();
  }

  return {
    async commit(entry) {
      throwIfEnded();
      return file !== null && pendingCommits === 0 && isCheckpointOnly(entry)
        ? writeCheckpoint(entry)
        : commitToStore(entry, settled);
    },
    async finish(ending) {
      await settled;
      throwIfEnded();
      if (unsynced !== null) await commitToStore(unsynced, settled);
      await store.finish(ending);
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await settled;
      await file?.close();
    },
  };
}
