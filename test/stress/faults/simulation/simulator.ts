import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Random } from '../../../support/random.ts';

/** What a request is sent to. */
export type RequestKind = 'sql' | 'file' | 'remote' | 'thread' | 'event' | 'turn';

/** A request of a simulated process that waits for its execution. */
export interface Request {
  readonly kind: RequestKind;
  /** The requests of a channel are executed in their order, those of different channels in any order. */
  readonly channel: string;
  readonly label: string;
  readonly process: Process;
  /** Not before this time. */
  readyAt: number;
  /** Whether it may be executed now, for example because a lock is free. */
  isPossible?(): boolean;
  /** Executes it. The process gets the result, unless it is dead by then. */
  execute(): unknown;
  /** Returns the error with which it fails instead, for one of the faults that `draw` chooses. Absent: it never fails. */
  fail?(random: Random): unknown;
}

interface WaitingRequest extends Request {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A simulated process, or a thread of one. What it has in memory is lost when it is killed. */
export class Process {
  readonly name: string;
  readonly parent: Process | null;
  isDead = false;
  /** Until when it does not work, in simulated time. */
  frozenUntil = 0;
  /** Until when its requests take long, in simulated time. */
  slowUntil = 0;
  /** What its clock has added to the simulated time, in milliseconds. */
  clockOffset = 0;
  /** What the system does after its end: closes files and connections. */
  readonly onKilled: (() => Promise<void> | void)[] = [];

  constructor(name: string, parent: Process | null = null) {
    this.name = name;
    this.parent = parent;
  }

  /** The process to which a thread belongs. */
  get main(): Process {
    return this.parent?.main ?? this;
  }

  get isGone(): boolean {
    return this.isDead || (this.parent?.isGone ?? false);
  }
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly process: Process;
  readonly call: () => void;
}

/** What the fault plan does with a request. Null: it is executed. */
export type Disturbance =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'fail'; readonly isExecuted: boolean }
  | { readonly kind: 'act'; readonly name: string; readonly isExecuted: boolean; act(): Promise<void> };

const processes = new AsyncLocalStorage<Process>();
/** The simulation of this process; null while there is none. */
let current: Simulator | null = null;

/** Returns the simulation and the simulated process of the caller; null outside of a simulation. */
export function findCaller(): { simulator: Simulator; process: Process } | null {
  const process = processes.getStore();
  return process === undefined || current === null ? null : { simulator: current, process };
}

/** A promise of a process that is dead, or will never be answered. */
const NEVER = new Promise<never>(() => {});
/** A request of a process that is slow takes at most this time, in milliseconds. */
const SLOW_MS = 1500;
const START_MS = Date.UTC(2026, 0, 5, 6);

/**
 * Executes simulated processes, one step at a time: a request that waits, or the next timer. The seed chooses it, so a seed
 * has one history. Nothing waits for real time.
 */
export class Simulator {
  readonly random: Random;
  /** Simulated time since the start, in milliseconds. */
  now = 0;
  steps = 0;
  /** Called before each request is executed. */
  disturb: (request: Request) => Disturbance | null = () => null;
  /** The last steps, for a failure. */
  readonly log: string[] = [];
  readonly #hash = createHash('sha256');
  readonly #waiting: WaitingRequest[] = [];
  readonly #timers: Timer[] = [];
  #orders = 0;
  #ids = 0;

  constructor(random: Random) {
    this.random = random;
    current = this;
  }

  /** Returns a hash of all steps. */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }

  end(): void {
    current = null;
  }

  /** Calls `work` in a process. */
  inside<T>(process: Process, work: () => T): T {
    return processes.run(process, work);
  }

  /** The time of day of a process, in milliseconds since 1970. */
  timeOf(process: Process): number {
    return START_MS + Math.floor(this.now) + process.main.clockOffset;
  }

  /** The time of the database and of other machines, in milliseconds since 1970. */
  get time(): number {
    return START_MS + Math.floor(this.now);
  }

  nextId(): number {
    return ++this.#ids;
  }

  request<T>(request: Omit<Request, 'process' | 'readyAt'> & { process?: Process; delayMs?: number }): Promise<T> {
    const process = request.process ?? processes.getStore();
    if (process === undefined || process.isGone || current !== this) return NEVER;
    return new Promise<T>((resolve, reject) =>
      this.#waiting.push({
        ...request,
        process,
        readyAt: this.now + (request.delayMs ?? 0) + this.#delayOf(process.main),
        resolve: resolve as (value: unknown) => void,
        reject,
      }),
    );
  }

  #delayOf({ slowUntil }: Process): number {
    return slowUntil > this.now ? this.random.below(SLOW_MS) : 0;
  }

  setTimer(process: Process, ms: number, call: () => void): object {
    const timer = {
      at: this.now + Math.max(1, ms || 0),
      order: this.#orders++,
      process,
      call: AsyncResource.bind(call) as () => void,
    };
    if (!process.isGone) this.#timers.push(timer);
    return timer;
  }

  clearTimer(timer: object): void {
    const at = this.#timers.indexOf(timer as Timer);
    if (at >= 0) this.#timers.splice(at, 1);
  }

  /** Ends a process, and what it waits for. The other processes continue. */
  async kill(process: Process): Promise<void> {
    process.isDead = true;
    remove(this.#waiting, (one) => one.process.isGone);
    remove(this.#timers, (one) => one.process.isGone);
    for (const call of process.onKilled) await call();
  }

  note(text: string): void {
    this.#hash.update(text);
    this.tell(text);
  }

  /** Adds a line to the log that is no part of the history. */
  tell(text: string): void {
    this.log.push(`${Math.floor(this.now)} ${text}`);
    if (this.log.length > 400) this.log.splice(0, 200);
  }

  /** Executes steps until `isDone`. Returns false if there is nothing more to do, or after `maxSteps`. */
  async runUntil(isDone: () => boolean, maxSteps: number): Promise<boolean> {
    for (let steps = 0; steps < maxSteps; steps++) {
      // All that processes do between two answers are microtasks.
      await realTurn();
      if (isDone()) return true;
      if (!(await this.#step())) return isDone();
    }
    return false;
  }

  async #step(): Promise<boolean> {
    const ready = this.#findReady();
    const timer = this.#nextTimer();
    // A timer may also be earlier than an answer.
    const isTimer = timer !== null && (ready.length === 0 || (timer.at <= this.now + 1000 && this.random.oneIn(12)));
    if (!isTimer && ready.length > 0) {
      this.now += this.random.below(4);
      await this.#execute(ready[this.random.below(ready.length)] as WaitingRequest);
      return true;
    }
    const wakes = this.#waiting.map((one) => Math.max(one.readyAt, one.process.main.frozenUntil));
    const wakeAt = Math.min(Infinity, ...wakes.filter((at) => at > this.now));
    if (timer !== null && (isTimer || timer.at <= wakeAt)) {
      this.now = Math.max(this.now, timer.at);
      this.#timers.splice(this.#timers.indexOf(timer.timer), 1);
      this.#hash.update(`timer ${timer.timer.process.name} ${Math.floor(this.now)}`);
      timer.timer.call();
      return true;
    }
    if (wakeAt === Infinity) return false;
    this.now = wakeAt;
    return true;
  }

  #findReady(): WaitingRequest[] {
    const channels = new Set<string>();
    return this.#waiting.filter((one) => {
      if (channels.has(one.channel)) return false;
      channels.add(one.channel);
      return one.readyAt <= this.now && one.process.main.frozenUntil <= this.now && (one.isPossible?.() ?? true);
    });
  }

  #nextTimer(): { timer: Timer; at: number } | null {
    let next: Timer | null = null;
    let nextAt = Infinity;
    for (const timer of this.#timers) {
      const at = Math.max(timer.at, timer.process.main.frozenUntil);
      if (at < nextAt || (at === nextAt && timer.order < (next?.order ?? 0))) [next, nextAt] = [timer, at];
    }
    return next === null ? null : { timer: next, at: nextAt };
  }

  async #execute(request: WaitingRequest): Promise<void> {
    const disturbance = this.disturb(request);
    if (disturbance?.kind === 'delay') {
      this.note(`delay ${request.process.name} ${request.label}`);
      request.readyAt = this.now + disturbance.ms;
      return;
    }
    this.steps++;
    this.#waiting.splice(this.#waiting.indexOf(request), 1);
    const name = disturbance === null ? '' : ` ${disturbance.kind === 'act' ? disturbance.name : 'FAIL'}`;
    this.note(`${request.process.name} ${request.label}${name}${disturbance?.isExecuted === true ? ' after' : ''}`);
    if (disturbance === null || disturbance.isExecuted) {
      try {
        const value = await request.execute();
        if (disturbance?.kind !== 'fail') request.resolve(value);
      } catch (error) {
        request.reject(error);
      }
    } else if (disturbance.kind === 'act') {
      // The process may survive, for example as one that is cut off: then it asks again.
      this.#waiting.unshift(request);
    }
    if (disturbance?.kind === 'fail') request.reject(request.fail?.(this.random));
    if (disturbance?.kind === 'act') await disturbance.act();
  }
}

function remove<T>(list: T[], isRemoved: (one: T) => boolean): void {
  for (let at = list.length - 1; at >= 0; at--) if (isRemoved(list[at] as T)) list.splice(at, 1);
}

const { setImmediate: immediate } = globalThis;
const realTurn = (): Promise<void> => new Promise((resolve) => immediate(resolve));
