import type { ThreadCall } from './messages.ts';
import type { Progress } from '../../base/model/progress.ts';
import type { Helpers } from '../split/read-in-splits.ts';

/** The connection of a task to the main thread. */
export interface TaskPort {
  /** When it is aborted, the task stops after its current batch. */
  signal: AbortSignal;
  /** When it is aborted, the run ends as FAILED at its next checkpoint. */
  cancelled: AbortSignal;
  /**
   * Sends a call to the main thread. Resolves when the main thread has handled it, and rejects with an Error if that
   * failed. The buffers in `transfer` move to the main thread, so this thread can no longer use them.
   */
  call(what: ThreadCall, transfer?: ArrayBuffer[]): Promise<void>;
  /** Reports progress to the main thread, at most five times per second. More frequent reports are dropped. */
  progress(progress: Progress): void;
  /** Access to other threads that can help; null if there are none. */
  helpers: Helpers | null;
}
