/** The callbacks of a PendingBatch. */
export interface PendingBatchHooks {
  /**
   * Sends the messages of the batch that are held back to share a request with later messages. Does nothing if
   * `isUrgent` is false and a request is in flight.
   */
  flush(isUrgent: boolean): void;
  onAcknowledged(): void;
}

/** A batch of a run whose messages are being sent to one or more partitions. */
export class PendingBatch {
  /**
   * Resolves when the broker has acknowledged all messages of the batch. Rejects if one cannot be sent. Call flush() to
   * send messages that are held back to share a request with later messages.
   */
  readonly acknowledged: Promise<void>;
  readonly #hooks: PendingBatchHooks;
  isAcknowledged = false;
  #missing = 1;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(hooks: PendingBatchHooks) {
    this.#hooks = hooks;
    this.acknowledged = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Without this line, Node.js would report a rejection as unhandled if nothing awaits the promise.
    this.acknowledged.catch(() => {});
  }

  /**
   * Sends the messages of the batch that are held back to share a request with later messages. Does nothing if
   * `isUrgent` is false and a request is in flight.
   */
  flush(isUrgent: boolean): void {
    if (!this.isAcknowledged) this.#hooks.flush(isUrgent);
  }

  /** Sends the messages that are held back. Resolves and rejects like `acknowledged`. */
  flushAndWait(): Promise<void> {
    this.flush(true);
    return this.acknowledged;
  }

  /** Adds a part to the batch: messages that are sent in one record batch. Each part is acknowledged separately. */
  expectPart(): void {
    this.#missing++;
  }

  /**
   * Reports that the broker acknowledged a part. The publisher also calls it once after it has added all parts, so that
   * the batch cannot be complete earlier.
   */
  acknowledgePart(): void {
    if (--this.#missing > 0) return;
    this.isAcknowledged = true;
    this.#hooks.onAcknowledged();
    this.#resolve();
  }

  fail(error: unknown): void {
    this.#reject(error);
  }
}
