/** Remembers what was opened, and closes it in reverse order. */
export class Opened {
  readonly #closers: (() => Promise<void>)[] = [];

  /** Remembers `it`, which close() closes with the function. Returns `it`. */
  add<T>(it: T, close: (it: T) => Promise<void>): T {
    this.#closers.push(() => close(it));
    return it;
  }

  /** Closes everything in reverse order. Throws the first error. */
  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}
