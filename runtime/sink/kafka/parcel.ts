/** The messages of one batch of a run, on their way into several partitions. */
export class Parcel {
  /** Resolves when all of them have arrived. */
  readonly arrived: Promise<void>;
  hasArrived = false;
  #missing = 1;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor() {
    this.arrived = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // It is told to whoever asks; nobody has to.
    this.arrived.catch(() => {});
  }

  /** One more part is on its way. */
  expect(): void {
    this.#missing++;
  }

  /** A part has arrived; also called once when all parts are on their way. */
  arrive(): void {
    if (--this.#missing > 0) return;
    this.hasArrived = true;
    this.#resolve();
  }

  fail(error: unknown): void {
    this.#reject(error);
  }
}
