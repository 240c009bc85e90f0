import type { JournalEntry, RunEnding } from '../model/journal.ts';
import type { Connection } from './engine/connection.ts';
import type { Writer } from './engine/writer.ts';

/** Something that a journal stores. */
export type Pending = { kind: 'entry'; entry: JournalEntry } | { kind: 'ending'; ending: RunEnding };

/** What a journal has not stored yet. */
export interface EntryQueue {
  /** Resolves when it is stored, together with others that wait. After a failure, this call and each later one throw. */
  add(next: Pending): Promise<void>;
  /** Rejects each later call. */
  close(): void;
}

/** Creates a queue. Entries that arrive while a transaction runs are stored together in the next one, with `store`. */
export function createEntryQueue(
  writer: Writer,
  store: (connection: Connection, taken: readonly Pending[]) => Promise<void>,
): EntryQueue {
  let pending: Pending[] = [];
  let flush: Promise<void> | null = null;
  let broken: { reason: unknown } | null = null;

  async function write(connection: Connection): Promise<void> {
    const taken = pending;
    pending = [];
    flush = null;
    // After an entry could not be stored, no later entry may be stored.
    if (broken !== null) throw broken.reason;
    await store(connection, taken);
  }

  return {
    add(next) {
      if (broken !== null) return Promise.reject(broken.reason);
      pending.push(next);
      flush ??= writer.transaction(write).catch((reason: unknown) => {
        broken ??= { reason };
        throw reason;
      });
      return flush;
    },
    close() {
      broken ??= { reason: new Error('the journal of this run is closed') };
    },
  };
}

/** Returns the last entry of those that are stored together; null if there is none. */
export function lastEntryOf(taken: readonly Pending[]): JournalEntry | null {
  return taken.findLast((one) => one.kind === 'entry')?.entry ?? null;
}
