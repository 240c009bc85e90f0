/** The callbacks of a PendingBatch. */
export interface PendingBatchHooks {
  /**
   * Sends the messages of the batch that wait for more messages to share a request. Unless `isUrgent`, does so only
   * while no other request is in flight.
   */
  flush(isUrgent: boolean): void;
  onAcknowledged(): void;
}

/** A batch of a run whose messages are being sent to one or more partitions. */
export class PendingBatch {
  /**
   * Resolves when the broker has acknowledged all messages of the batch. Rejects if one cannot be sent. Messages that
   * wait to share a request with later messages delay it until flush() is called.
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
   * Sends the messages of the batch that wait for more messages to share a request. Unless `isUrgent`, does so only
   * while no other request is in flight.
   */
  flush(isUrgent: boolean): void {
    if (!this.isAcknowledged) this.#hooks.flush(isUrgent);
  }

  /** Sends all messages of the batch that still wait. Resolves and rejects like `acknowledged`. */
  flushAndWait(): Promise<void> {
    this.flush(true);
    return this.acknowledged;
  }

  /** Adds a part to the batch, which needs a separate acknowledgement. */
  expectPart(): void {
    this.#missing++;
  }

  /** Reports that a part was acknowledged. The publisher also calls it once after it has added all parts. */
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
