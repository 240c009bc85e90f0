import type { ThreadCall } from './messages.ts';
import type { Progress } from '../model/progress.ts';
import type { Helpers } from '../split/read-in-splits.ts';

/** What a task of a thread speaks to. */
export interface TaskPort {
  /** Given when the task is to be left between two batches. */
  signal: AbortSignal;
  /** Asks the main thread; resolves when that is done, throws where it could not be. `transfer` is not ours any more. */
  call(what: ThreadCall, transfer?: ArrayBuffer[]): Promise<void>;
  /** Tells how far the task is; not more often than a person could read it. */
  progress(progress: Progress): void;
  /** Other threads that may help; null where there are none. */
  helpers: Helpers | null;
}
