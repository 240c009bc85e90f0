import type { PoolThread } from './pool-thread.ts';

/** A task that waits for a thread. */
export interface WaitingTask {
  /** Who the task is for; null if that is unknown. */
  caller: string | null;
  start(thread: PoolThread): void;
}

/**
 * The tasks that wait for a thread. The next one is of the caller whose last task started first, so a caller with many
 * tasks does not delay the others.
 */
export class WaitingTasks {
  /** By caller, in the order in which they arrived. The caller whose last task started first is first. */
  readonly #byCaller = new Map<string | null, WaitingTask[]>();

  get isEmpty(): boolean {
    return this.#byCaller.size === 0;
  }

  add(task: WaitingTask): void {
    const own = this.#byCaller.get(task.caller);
    if (own === undefined) this.#byCaller.set(task.caller, [task]);
    else own.push(task);
  }

  /** Removes a task. Returns false if it was not waiting any more. */
  remove(task: WaitingTask): boolean {
    const own = this.#byCaller.get(task.caller) ?? [];
    const at = own.indexOf(task);
    if (at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) this.#byCaller.delete(task.caller);
    return true;
  }

  /** Removes and returns the next task; undefined if there is none. */
  take(): WaitingTask | undefined {
    const [first] = this.#byCaller;
    if (first === undefined) return undefined;
    const [caller, own] = first;
    const task = own.shift();
    this.#byCaller.delete(caller);
    // The caller moves to the end of the line.
    if (own.length > 0) this.#byCaller.set(caller, own);
    return task;
  }
}
