import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { PoolThread } from './pool-thread.ts';
import type { ThreadModule } from './messages.ts';
import type { HelperRequest } from '../split/messages.ts';

/** The pool, as the lender sees it. */
export interface HelperPool {
  /** A thread that has nothing to do; it may be started for this. */
  findIdle(): PoolThread | null;
  /** Whether threads are needed for something else. */
  isNeeded(): boolean;
  onRelease(thread: PoolThread): void;
}

interface Requester {
  module: ThreadModule;
  request: HelperRequest;
  onHelper(port: MessagePort): void;
  helpers: number;
}

/** Lends the idle threads of a pool to those who read large files. */
export class HelperScheduler {
  readonly #pool: HelperPool;
  readonly #requesters = new Set<Requester>();
  readonly #assigned = new Map<PoolThread, AbortController>();

  constructor(pool: HelperPool) {
    this.#pool = pool;
  }

  /** Gives a port for each thread that helps, now and later, until `end`. */
  requestHelpers(module: ThreadModule, request: HelperRequest, onHelper: (port: MessagePort) => void): { end(): void } {
    const requester: Requester = { module, request, onHelper, helpers: 0 };
    this.#requesters.add(requester);
    this.assignIdle();
    return { end: () => void this.#requesters.delete(requester) };
  }

  /** Lends what is idle, first to those who have least. */
  assignIdle(): void {
    while (!this.#pool.isNeeded()) {
      const [neediest] = [...this.#requesters].sort((a, b) => a.helpers - b.helpers);
      const thread = neediest === undefined ? null : this.#pool.findIdle();
      if (neediest === undefined || thread === null) return;
      void this.#assign(thread, neediest);
    }
  }

  /** The thread is needed: it leaves what it reads for others, which others read again. */
  recall(thread: PoolThread): void {
    this.#assigned.get(thread)?.abort(new Error('the thread is needed'));
  }

  async #assign(thread: PoolThread, requester: Requester): Promise<void> {
    const { module, request, onHelper } = requester;
    const { port1, port2 } = new MessageChannel();
    const abort = new AbortController();
    this.#assigned.set(thread, abort);
    thread.load.help++;
    requester.helpers++;
    const help = thread.do({ kind: 'help', module, port: port1, ...request }, { onCall: refuse }, abort.signal);
    onHelper(port2);
    try {
      await help;
    } catch {
      // Whoever is helped goes on alone; where help is not to be had, it is not asked for again.
      if (!abort.signal.aborted) this.#requesters.delete(requester);
    }
    requester.helpers--;
    this.#assigned.delete(thread);
    this.#pool.onRelease(thread);
  }
}

async function refuse(): Promise<never> {
  throw new Error('a helper thread makes no calls');
}
