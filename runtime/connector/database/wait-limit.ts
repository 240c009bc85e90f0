import { DatabaseFailure } from '../../base/database/failure.ts';

/** Limits how long each wait for rows takes. The time between two waits does not count, because a consumer may be slow. */
export class WaitLimit {
  readonly #timer: NodeJS.Timeout;
  #reject: ((reason: DatabaseFailure) => void) | null = null;

  /** Starts with a limit in milliseconds. end() must be called, because the timer holds the process. */
  constructor(limitMs: number) {
    this.#timer = setTimeout(() => {
      this.#reject?.(new DatabaseFailure('timed_out', `The database sent no rows for ${limitMs / 1000} s.`));
    }, limitMs);
  }

  /** Returns the result of `work`. Throws its error, or DatabaseFailure (`timed_out`). */
  async wait<T>(work: Promise<T>): Promise<T> {
    this.#timer.refresh();
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#reject = reject;
        work.then(resolve, reject);
      });
    } finally {
      this.#reject = null;
    }
  }

  /** Ends the timer. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
