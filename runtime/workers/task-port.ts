import type { ThreadCall } from './messages.ts';
import type { Progress } from '../model/progress.ts';
import type { Helpers } from '../split/read-in-splits.ts';

/** What a task in a thread uses to communicate. */
export interface TaskPort {
  /** Aborts when the task should stop after its current batch. */
  signal: AbortSignal;
  /** Aborts when the run should end as FAILED at its next checkpoint. */
  cancelled: AbortSignal;
  /**
   * Calls the main thread. Resolves when the call is complete, and rejects if it failed. `transfer` becomes unusable
   * here.
   */
  call(what: ThreadCall, transfer?: ArrayBuffer[]): Promise<void>;
  /** Reports progress to the main thread, a few times per second at most. */
  progress(progress: Progress): void;
  /** Other threads that can help; null if there are none. */
  helpers: Helpers | null;
}
