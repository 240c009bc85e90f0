import type { PoolThread } from './pool-thread.ts';
import type { ThreadCall } from './messages.ts';

/** How long a task may wait for its consumer before its place is free for others, in milliseconds. */
const PATIENCE_MS = 1000;

/**
 * The place of a `reading` task in its thread. While the task waits for a slow consumer, its place is free for another
 * task, because it needs no processor time.
 */
export class ThreadPlace {
  readonly #thread: PoolThread;
  readonly #onFree: () => void;
  #isParked = false;
  #hasLeft = false;

  /** `onFree` is called whenever the place becomes free before leave(). */
  constructor(thread: PoolThread, onFree: () => void) {
    this.#thread = thread;
    this.#onFree = onFree;
  }

  /** Executes a call of the task. The place is free while the call takes longer than a second. */
  async during(call: (what: ThreadCall) => Promise<void>, what: ThreadCall): Promise<void> {
    const timer = setTimeout(() => this.#park(), PATIENCE_MS).unref();
    try {
      await call(what);
    } finally {
      clearTimeout(timer);
      this.#unpark();
    }
  }

  /** Call it when the task has ended. The number of tasks of the thread is then that without this task. */
  leave(): void {
    this.#unpark();
    this.#hasLeft = true;
    this.#thread.load.reading--;
  }

  #park(): void {
    if (this.#hasLeft || this.#isParked) return;
    this.#isParked = true;
    this.#thread.load.reading--;
    this.#thread.parked++;
    this.#onFree();
  }

  #unpark(): void {
    if (!this.#isParked) return;
    this.#isParked = false;
    this.#thread.load.reading++;
    this.#thread.parked--;
  }
}
