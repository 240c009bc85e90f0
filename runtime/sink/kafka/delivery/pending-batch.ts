/** Who has to do with a parcel. */
export interface ParcelHooks {
  /** Sends what is held back to go together with messages that follow; unless it is urgent, where nothing else is on its way. */
  hurry(isUrgent: boolean): void;
  onArrived(): void;
}

/** The messages of one batch of a run, on their way into several partitions. */
export class Parcel {
  /** Resolves when all of them have arrived; where some are held back, not before more follow or it is hurried. */
  readonly arrived: Promise<void>;
  readonly #hooks: ParcelHooks;
  hasArrived = false;
  #missing = 1;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(hooks: ParcelHooks) {
    this.#hooks = hooks;
    this.arrived = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // It is told to whoever asks; nobody has to.
    this.arrived.catch(() => {});
  }

  /** Sends what is held back; unless it is urgent, where nothing else is on its way. */
  hurry(isUrgent: boolean): void {
    if (!this.hasArrived) this.#hooks.hurry(isUrgent);
  }

  /** As `arrived`, and nothing is held back any more. */
  arrival(): Promise<void> {
    this.hurry(true);
    return this.arrived;
  }

  /** One more part is on its way. */
  expect(): void {
    this.#missing++;
  }

  /** A part has arrived; also called once when all parts are on their way. */
  arrive(): void {
    if (--this.#missing > 0) return;
    this.hasArrived = true;
    this.#hooks.onArrived();
    this.#resolve();
  }

  fail(error: unknown): void {
    this.#reject(error);
  }
}
