import type { ActiveRun } from './active-run.ts';
import { QueueFull } from './failures.ts';

/** The maximum number of runs that wait for a thread, in all and of one caller. */
export interface QueueLimits {
  maxQueued: number;
  maxQueuedPerCaller: number;
}

/** The numbers of waiting runs, in all and of one caller. */
interface Waiting {
  all: number;
  own: number;
}

/** A run, as far as it counts for its caller. */
interface Entered {
  readonly caller: string | null;
}

export interface QueueGateOptions {
  /** All unfinished runs of the process, by their ids. */
  active: ReadonlyMap<string, Pick<ActiveRun, 'state' | 'caller'>>;
  threads: number;
  limits: QueueLimits;
  /** Counts the waiting runs of all instances. Null if this process executes all runs of the store. */
  tasks: { countWaiting(caller: string | null): Promise<Waiting> } | null;
}

/** Admits runs as long as no more than the allowed number wait for a thread. */
export class QueueGate {
  readonly #options: QueueGateOptions;
  /** The runs that are being stored. Without them, requests that arrive together would exceed the limits. */
  readonly #entered = new Set<Entered>();

  constructor(options: QueueGateOptions) {
    this.#options = options;
  }

  /** Throws QueueFull if no further run of `caller` may wait. */
  async check(caller: string | null): Promise<void> {
    const { tasks } = this.#options;
    this.#checkLimits(tasks === null ? this.#countOwn(caller) : await tasks.countWaiting(caller));
  }

  /** Admits a run, or throws QueueFull. The function that it returns must be called when the run is stored. */
  async enter(caller: string | null): Promise<() => void> {
    const { tasks } = this.#options;
    // A run that is stored while the others are counted may be missing in their number.
    const before = [...this.#entered];
    const stored = (await tasks?.countWaiting(caller)) ?? null;
    // Without a pause after it, in which another run could enter.
    this.#checkLimits(stored === null ? this.#countOwn(caller) : addTo(stored, caller, [...before, ...this.#entered]));
    const run = { caller };
    this.#entered.add(run);
    return () => this.#entered.delete(run);
  }

  #checkLimits({ all, own }: Waiting): void {
    const { maxQueued, maxQueuedPerCaller } = this.#options.limits;
    if (all >= maxQueued) throw new QueueFull(`${maxQueued} runs are waiting for a thread`);
    if (own >= maxQueuedPerCaller) throw new QueueFull(`${maxQueuedPerCaller} runs of this caller are waiting`);
  }

  #countOwn(caller: string | null): Waiting {
    const { active, threads, limits } = this.#options;
    const { maxQueued, maxQueuedPerCaller } = limits;
    // Without this line, each request would examine all runs.
    if (active.size + this.#entered.size < Math.min(maxQueued, maxQueuedPerCaller)) return { all: 0, own: 0 };
    const queued = [...active.values()].filter(({ state }) => state.status === 'QUEUED');
    // Threads without a run take those that are being stored.
    const free = Math.max(0, threads - (active.size - queued.length));
    const count = (waiting: number, stored: number): number => waiting + Math.max(0, stored - free);
    return {
      all: count(queued.length, this.#entered.size),
      own: count(countOf(caller, queued), countOf(caller, [...this.#entered])),
    };
  }
}

function addTo({ all, own }: Waiting, caller: string | null, entered: readonly Entered[]): Waiting {
  const others = [...new Set(entered)];
  return { all: all + others.length, own: own + countOf(caller, others) };
}

function countOf(caller: string | null, runs: readonly Entered[]): number {
  return caller === null ? 0 : runs.filter((run) => run.caller === caller).length;
}
