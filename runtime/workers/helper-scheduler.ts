import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { PoolThread } from './pool-thread.ts';
import type { ThreadModule } from './messages.ts';
import type { Loan } from '../split/messages.ts';

/** The pool, as the lender sees it. */
export interface Lending {
  /** A thread that has nothing to do; it may be started for this. */
  findIdle(): PoolThread | null;
  /** Whether threads are needed for something else. */
  isNeeded(): boolean;
  onReturn(thread: PoolThread): void;
}

interface Borrower {
  module: ThreadModule;
  loan: Loan;
  give(port: MessagePort): void;
  helpers: number;
}

/** Lends the idle threads of a pool to those who read large files. */
export class ThreadLender {
  readonly #pool: Lending;
  readonly #borrowers = new Set<Borrower>();
  readonly #lent = new Map<PoolThread, AbortController>();

  constructor(pool: Lending) {
    this.#pool = pool;
  }

  /** Gives a port for each thread that helps, now and later, until `end`. */
  borrow(module: ThreadModule, loan: Loan, give: (port: MessagePort) => void): { end(): void } {
    const borrower: Borrower = { module, loan, give, helpers: 0 };
    this.#borrowers.add(borrower);
    this.lendIdle();
    return { end: () => void this.#borrowers.delete(borrower) };
  }

  /** Lends what is idle, first to those who have least. */
  lendIdle(): void {
    while (!this.#pool.isNeeded()) {
      const [poorest] = [...this.#borrowers].sort((a, b) => a.helpers - b.helpers);
      const thread = poorest === undefined ? null : this.#pool.findIdle();
      if (poorest === undefined || thread === null) return;
      void this.#lend(thread, poorest);
    }
  }

  /** The thread is needed: it leaves what it reads for others, which others read again. */
  callBack(thread: PoolThread): void {
    this.#lent.get(thread)?.abort(new Error('the thread is needed'));
  }

  async #lend(thread: PoolThread, borrower: Borrower): Promise<void> {
    const { module, loan, give } = borrower;
    const { port1, port2 } = new MessageChannel();
    const abort = new AbortController();
    this.#lent.set(thread, abort);
    thread.load.help++;
    borrower.helpers++;
    const help = thread.do({ kind: 'help', module, port: port1, ...loan }, { onCall: refuse }, abort.signal);
    give(port2);
    try {
      await help;
    } catch {
      // Whoever is helped goes on alone; where help is not to be had, it is not asked for again.
      if (!abort.signal.aborted) this.#borrowers.delete(borrower);
    }
    borrower.helpers--;
    this.#lent.delete(thread);
    this.#pool.onReturn(thread);
  }
}

async function refuse(): Promise<never> {
  throw new Error('a thread that helps asks for nothing');
}
