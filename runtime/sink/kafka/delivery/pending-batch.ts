/** What a pending batch calls. */
export interface PendingBatchHooks {
  /** Sends messages that wait for more to share a request. If not urgent, only when no other request is in flight. */
  flush(isUrgent: boolean): void;
  onAcknowledged(): void;
}

/** The messages of one batch of a run, in flight to one or more partitions. */
export class PendingBatch {
  /** Resolves when all messages are acknowledged. Messages that wait to share a request delay it until flush(). */
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
    // Without this, a rejection that is not awaited would count as unhandled.
    this.acknowledged.catch(() => {});
  }

  /** Sends messages that wait for more to share a request. If not urgent, only when no other request is in flight. */
  flush(isUrgent: boolean): void {
    if (!this.isAcknowledged) this.#hooks.flush(isUrgent);
  }

  /** Sends waiting messages at once. Resolves like `acknowledged`. */
  flushAndWait(): Promise<void> {
    this.flush(true);
    return this.acknowledged;
  }

  /** Announces one more part of the batch, which needs its own acknowledgement. */
  expectPart(): void {
    this.#missing++;
  }

  /** A part is acknowledged. It is also called once after all parts were announced. */
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
