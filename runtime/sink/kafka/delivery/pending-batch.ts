/** Who has to do with a parcel. */
export interface PendingBatchHooks {
  /** Sends what is held back to go together with messages that follow; unless it is urgent, where nothing else is on its way. */
  flush(isUrgent: boolean): void;
  onAcknowledged(): void;
}

/** The messages of one batch of a run, on their way into several partitions. */
export class PendingBatch {
  /** Resolves when all of them have arrived; where some are held back, not before more follow or it is hurried. */
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
    // It is told to whoever asks; nobody has to.
    this.acknowledged.catch(() => {});
  }

  /** Sends what is held back; unless it is urgent, where nothing else is on its way. */
  flush(isUrgent: boolean): void {
    if (!this.isAcknowledged) this.#hooks.flush(isUrgent);
  }

  /** As `acknowledged`, and nothing is held back any more. */
  flushAndWait(): Promise<void> {
    this.flush(true);
    return this.acknowledged;
  }

  /** One more part is on its way. */
  expectPart(): void {
    this.#missing++;
  }

  /** A part has arrived; also called once when all parts are on their way. */
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
