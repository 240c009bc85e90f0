import type { Span } from './send-window.ts';

/** The callbacks of a PendingBatch. */
export interface PendingBatchHooks {
  /**
   * Sends the messages of the batch that still wait for later messages, with which they could share a request. If
   * `isUrgent` is false and another request is in flight, they continue to wait.
   */
  flush(isUrgent: boolean): void;
  /** Called once, when all messages of the batch are acknowledged. */
  onAcknowledged(): void;
}

/** A batch of a run whose messages are being sent to one or more partitions. */
export class PendingBatch {
  /**
   * Resolves when the broker has acknowledged all messages of the batch. Rejects if a message cannot be sent. Some
   * messages may wait until later messages share their request. flush() sends them without this wait.
   */
  readonly acknowledged: Promise<void>;
  /** Where the batch is in its run; null if its messages may be sent at any time, as in a transaction. */
  readonly span: Span | null;
  readonly #hooks: PendingBatchHooks;
  isAcknowledged = false;
  #missing = 1;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(hooks: PendingBatchHooks, span: Span | null = null) {
    this.span = span;
    this.#hooks = hooks;
    this.acknowledged = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Without this line, Node.js would report a rejection as unhandled if nothing awaits the promise.
    this.acknowledged.catch(() => {});
  }

  /**
   * Sends the messages of the batch that still wait for later messages, with which they could share a request. If
   * `isUrgent` is false and another request is in flight, they continue to wait.
   */
  flush(isUrgent: boolean): void {
    if (!this.isAcknowledged) this.#hooks.flush(isUrgent);
  }

  /** Calls flush(true). Then resolves and rejects like `acknowledged`. */
  flushAndWait(): Promise<void> {
    this.flush(true);
    return this.acknowledged;
  }

  /**
   * Announces one more part of the batch. A part consists of the messages of this batch that one record batch contains,
   * so it is sent in one request and acknowledged separately.
   */
  expectPart(): void {
    this.#missing++;
  }

  /**
   * Reports that the broker has acknowledged a part. When it has acknowledged all parts, the batch is acknowledged. The
   * publisher makes one additional call after it has added all parts; before that call, the batch is never
   * acknowledged.
   */
  acknowledgePart(): void {
    if (--this.#missing > 0) return;
    this.isAcknowledged = true;
    this.#hooks.onAcknowledged();
    this.#resolve();
  }

  /** Rejects `acknowledged` with `error`. */
  fail(error: unknown): void {
    this.#reject(error);
  }
}
