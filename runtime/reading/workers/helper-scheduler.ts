import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { PoolThread } from './pool-thread.ts';
import type { ThreadModule } from './messages.ts';
import type { HelperRequest } from '../split/messages.ts';

/** The functions of the thread pool that the scheduler uses. */
export interface HelperPool {
  /** Returns an idle thread, and starts one if the pool is not full. Returns null if all threads are busy. */
  findIdle(): PoolThread | null;
  /** Returns true if no thread may help now, because other tasks wait for a thread or the pool is closed. */
  isNeeded(): boolean;
  /** Called when a thread no longer helps. */
  onRelease(thread: PoolThread): void;
}

interface Requester {
  module: ThreadModule;
  request: HelperRequest;
  onHelper(port: MessagePort): void;
  helpers: number;
}

/** Assigns idle threads of a pool as helpers to tasks that read large files. */
export class HelperScheduler {
  readonly #pool: HelperPool;
  readonly #requesters = new Set<Requester>();
  readonly #assigned = new Map<PoolThread, AbortController>();

  constructor(pool: HelperPool) {
    this.#pool = pool;
  }

  /**
   * Calls `onHelper` with the port of each thread that starts to help, now or later, until `end` is called. Threads
   * that already help then continue.
   */
  requestHelpers(module: ThreadModule, request: HelperRequest, onHelper: (port: MessagePort) => void): { end(): void } {
    const requester: Requester = { module, request, onHelper, helpers: 0 };
    this.#requesters.add(requester);
    this.assignIdle();
    return { end: () => void this.#requesters.delete(requester) };
  }

  /**
   * Assigns idle threads to tasks that have requested helpers. The task with the fewest helpers receives the next one.
   * Assigns none while another task needs a thread.
   */
  assignIdle(): void {
    while (!this.#pool.isNeeded()) {
      const [requester] = [...this.#requesters].sort((a, b) => a.helpers - b.helpers);
      const thread = requester === undefined ? null : this.#pool.findIdle();
      if (requester === undefined || thread === null) return;
      void this.#assign(thread, requester);
    }
  }

  /**
   * Ends the help of a thread, because another task needs it. Splits that the thread has not finished are read by other
   * readers. Does nothing if the thread is not a helper.
   */
  reclaim(thread: PoolThread): void {
    this.#assigned.get(thread)?.abort(new Error('the thread is needed'));
  }

  async #assign(thread: PoolThread, requester: Requester): Promise<void> {
    const { module, request, onHelper } = requester;
    const { port1, port2 } = new MessageChannel();
    const abort = new AbortController();
    this.#assigned.set(thread, abort);
    thread.load.help++;
    requester.helpers++;
    const help = thread.do({ kind: 'help', module, port: port1, ...request }, { onCall: rejectCall }, abort.signal);
    onHelper(port2);
    try {
      await help;
    } catch {
      // The task continues without this helper. If the helper failed by itself, the task receives no more helpers.
      if (!abort.signal.aborted) this.#requesters.delete(requester);
    }
    requester.helpers--;
    this.#assigned.delete(thread);
    this.#pool.onRelease(thread);
  }
}

async function rejectCall(): Promise<never> {
  throw new Error('a helper thread makes no calls');
}
