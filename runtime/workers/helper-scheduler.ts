import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { PoolThread } from './pool-thread.ts';
import type { ThreadModule } from './messages.ts';
import type { HelperRequest } from '../split/messages.ts';

/** What the scheduler needs of the thread pool. */
export interface HelperPool {
  /** Returns an idle thread, which may be started for this; null if there is none. */
  findIdle(): PoolThread | null;
  /** Returns true if threads are needed for other tasks. */
  isNeeded(): boolean;
  onRelease(thread: PoolThread): void;
}

interface Requester {
  module: ThreadModule;
  request: HelperRequest;
  onHelper(port: MessagePort): void;
  helpers: number;
}

/** Assigns idle threads of a pool to readers of large files. */
export class HelperScheduler {
  readonly #pool: HelperPool;
  readonly #requesters = new Set<Requester>();
  readonly #assigned = new Map<PoolThread, AbortController>();

  constructor(pool: HelperPool) {
    this.#pool = pool;
  }

  /** Calls `onHelper` with the port of each thread that helps, now and later, until `end` is called. */
  requestHelpers(module: ThreadModule, request: HelperRequest, onHelper: (port: MessagePort) => void): { end(): void } {
    const requester: Requester = { module, request, onHelper, helpers: 0 };
    this.#requesters.add(requester);
    this.assignIdle();
    return { end: () => void this.#requesters.delete(requester) };
  }

  /** Assigns idle threads, first to the reader with the fewest helpers. */
  assignIdle(): void {
    while (!this.#pool.isNeeded()) {
      const [requester] = [...this.#requesters].sort((a, b) => a.helpers - b.helpers);
      const thread = requester === undefined ? null : this.#pool.findIdle();
      if (requester === undefined || thread === null) return;
      void this.#assign(thread, requester);
    }
  }

  /** Takes a thread back for another task. Its unfinished splits are read again by others. */
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
      // The reader continues alone. If a helper failed, no more are assigned to it.
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
