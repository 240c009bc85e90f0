import type { JournalEntry, RunEnding } from '../../base/model/journal.ts';

/** Something that a journal stores. */
export type Pending = { kind: 'entry'; entry: JournalEntry } | { kind: 'ending'; ending: RunEnding };

/** What a journal has not stored yet. */
export interface EntryQueue {
  /** Resolves when it is stored, together with others that wait. After a failure, this call and each later one throw. */
  add(next: Pending): Promise<void>;
  /** Rejects each later call. */
  close(): void;
}

/**
 * Creates a queue. `flush` stores what waits: it calls `take` in its transaction. So entries that arrive while a
 * transaction runs are stored together in the next one. If the transaction is tried again, `take` returns the same.
 */
export function createEntryQueue(flush: (take: () => readonly Pending[]) => Promise<void>): EntryQueue {
  let waiting: Waiting | null = null;
  let broken: { reason: unknown } | null = null;

  function begin(): Waiting {
    const pending: Pending[] = [];
    const take = (): readonly Pending[] => {
      // After an entry could not be stored, no later entry may be stored.
      if (broken !== null) throw broken.reason;
      if (waiting?.pending === pending) waiting = null;
      return pending;
    };
    const stored = flush(take).catch((reason: unknown) => {
      broken ??= { reason };
      throw reason;
    });
    return { pending, stored };
  }

  return {
    add(next) {
      if (broken !== null) return Promise.reject(broken.reason);
      waiting ??= begin();
      waiting.pending.push(next);
      return waiting.stored;
    },
    close() {
      broken ??= { reason: new Error('the journal of this run is closed') };
    },
  };
}

/** What is stored by the next transaction of a journal. */
interface Waiting {
  pending: Pending[];
  stored: Promise<void>;
}

/** Returns the last entry of those that are stored together; null if there is none. */
export function lastEntryOf(taken: readonly Pending[]): JournalEntry | null {
  return taken.findLast((one) => one.kind === 'entry')?.entry ?? null;
}
