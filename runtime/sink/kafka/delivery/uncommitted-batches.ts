import type { Journal, JournalEntry } from '../../../base/model/journal.ts';
import { joinEntries } from '../../../base/model/journal-entries.ts';
import type { PendingBatch } from './pending-batch.ts';
import { BYTES_IN_FLIGHT } from './send-window.ts';

/** A batch that was sent, and the journal entry to commit after the broker has acknowledged it. */
export interface SentBatch {
  pending: PendingBatch;
  records: number;
  bytes: number;
  entry: JournalEntry;
}

/**
 * Limits of the records and bytes that are prepared or sent, but not committed. They exceed those of the SendWindow by
 * what can be sent as soon as a checkpoint is durable.
 */
const MAX_RECORDS = 6500;
const MAX_BYTES = 1.5 * BYTES_IN_FLIGHT;

/**
 * Batches that were passed to the publisher but are not yet committed to the journal. They are committed in file order, each after its
 * acknowledgement. Batches that were acknowledged together become one journal entry.
 */
export class UncommittedBatches {
  readonly #journal: Journal;
  readonly #onCommitted: (last: PendingBatch) => void;
  /**
   * Batches whose commit has not started, in file order. Some may already be acknowledged: they wait for an earlier
   * batch that is not.
   */
  readonly #sent: SentBatch[] = [];
  /** Number of journal entries that are being committed. */
  #committing = 0;
  #records = 0;
  #bytes = 0;
  #isCommitting = false;
  #broken: { reason: unknown } | null = null;
  #waiting: (() => void)[] = [];

  /** `onCommitted` is called with the last batch of each entry that is durable. */
  constructor(journal: Journal, onCommitted: (last: PendingBatch) => void = () => {}) {
    this.#journal = journal;
    this.#onCommitted = onCommitted;
  }

  add(sent: SentBatch): void {
    this.#sent.push(sent);
    this.#records += sent.records;
    this.#bytes += sent.bytes;
    if (!this.#isCommitting) void this.#commitInOrder();
  }

  /**
   * Resolves when a batch of this size may be added without exceeding MAX_RECORDS and MAX_BYTES. A batch that alone
   * exceeds them may be added when all earlier batches are committed. Throws if an earlier batch could not be
   * sent or committed.
   */
  async waitForRoom({ records, bytes }: Pick<SentBatch, 'records' | 'bytes'>): Promise<void> {
    while (
      this.#broken === null &&
      !this.#isEmpty() &&
      (this.#records + records > MAX_RECORDS || this.#bytes + bytes > MAX_BYTES)
    ) {
      this.#flush();
      await this.#change();
    }
    this.#throwIfBroken();
  }

  /**
   * Sends the messages that still wait for later messages to share a request. Resolves when all batches are committed.
   * Throws if a batch could not be sent or committed.
   */
  async drain(): Promise<void> {
    while (this.#broken === null && !this.#isEmpty()) {
      this.#flush();
      await this.#change();
    }
    this.#throwIfBroken();
  }

  async #commitInOrder(): Promise<void> {
    this.#isCommitting = true;
    try {
      for (let first = this.#sent[0]; first !== undefined; first = this.#sent[0]) {
        await first.pending.acknowledged;
        this.#commitAcknowledged();
      }
    } catch (reason) {
      this.#break(reason);
    }
    this.#isCommitting = false;
  }

  // Does not await the commit, so that the journal can store several entries together.
  #commitAcknowledged(): void {
    const end = this.#sent.findIndex(({ pending }) => !pending.isAcknowledged);
    const acknowledged = this.#sent.splice(0, end < 0 ? this.#sent.length : end);
    this.#committing++;
    if (this.#waiting.length > 0) this.#flush();
    this.#journal.commit(acknowledged.map(({ entry }) => entry).reduce(joinEntries)).then(
      () => {
        this.#committing--;
        for (const { records, bytes } of acknowledged) {
          this.#records -= records;
          this.#bytes -= bytes;
        }
        const last = acknowledged.at(-1);
        if (last !== undefined) this.#onCommitted(last.pending);
        this.#wake();
      },
      (reason: unknown) => this.#break(reason),
    );
  }

  #break(reason: unknown): void {
    this.#broken ??= { reason };
    this.#wake();
  }

  // While a commit is in progress, flushing is not urgent, because the commit will reduce the number of uncommitted
  // batches.
  #flush(): void {
    this.#sent[0]?.pending.flush(this.#committing === 0);
  }

  #isEmpty(): boolean {
    return this.#sent.length + this.#committing === 0;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #throwIfBroken(): void {
    if (this.#broken !== null) throw this.#broken.reason;
  }
}
