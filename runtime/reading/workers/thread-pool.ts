import { PoolThread, type TaskHandlers } from './pool-thread.ts';
import type { SerializedResult } from '../../base/model/result.ts';
import { HelperScheduler } from './helper-scheduler.ts';
import type { ThreadModule, ThreadTask, ThreadCall } from './messages.ts';
import type { Helpers } from '../split/read-in-splits.ts';

/** A task for a thread of the pool. */
export interface PoolTask extends Omit<TaskHandlers, 'onHelperRequest' | 'maxHelpers'> {
  /**
   * Which thread the task gets. `run`: a thread that executes no other `run`. `small`: the run of a small file, which
   * does not wait for large ones: a thread with fewer than 2 others. In a pool of one thread, it counts as `run`. `reading`: a thread with fewer than 8 other
   * `reading` tasks, because such tasks wait for their consumers most of the time. One that waits for more than a second
   * does not count. A thread can have both kinds.
   * `alone`: a new thread without other tasks, in addition to the threads of the pool.
   */
  load: 'run' | 'small' | 'reading' | 'alone';
  /** Who the task is for. Callers take turns. Null or absent if that is unknown. */
  caller?: string | null;
  /** Returns the input of the task. The pool calls it when a thread is available. */
  prepare(): Promise<ThreadTask>;
  signal?: AbortSignal;
}

/** A pool of worker threads. Threads are started when they are needed. */
export interface ThreadPool {
  /**
   * Waits for a thread and executes a task in it. Returns the result of a dry run, and null for all other tasks. Throws
   * ThreadFailure if the task failed, WorkerLost if its thread crashed, and an Error if the pool was closed before the
   * call. Also throws the errors of `prepare` and of the handlers, and the reason of `signal` if it is aborted.
   */
  run(task: PoolTask): Promise<SerializedResult | null>;
  /** Returns access to the pool's idle threads. They help the calling thread to read files with this module. */
  helpersWith(module: ThreadModule): Helpers;
  /** Terminates all threads, even busy ones. Their tasks fail with WorkerLost. */
  close(): Promise<void>;
}

/** How many tasks of each kind a thread executes at the same time. */
const MAX_PER_THREAD = { run: 1, small: 8, reading: 8 };
/**
 * The pool may start at least this many threads for `alone` tasks, even if it has only one other thread. One such task
 * may wait for a slow consumer, and must not block all others.
 */
const MIN_ALONE = 2;
/** A thread is replaced after this many modules, because Node.js never unloads a module. */
const MAX_MODULES_PER_THREAD = 64;
const PING_MS = 5000;
/** In the order in which waiting tasks get threads. */
const LOADS = ['small', 'run', 'reading', 'alone'] as const;
/** A busy thread counts as hung, and is terminated, after this many pings without a response. */
const MAX_UNANSWERED_PINGS = 12;

/** The maximum number of threads in a pool, and how often busy threads are pinged (in milliseconds). */
interface PoolOptions {
  threads: number;
  pingMs?: number;
}

/**
 * Creates a pool of at most `threads` threads. Threads for `alone` tasks are not included in that number. Busy threads
 * are pinged every `pingMs` milliseconds.
 */
export function createThreadPool({ threads, pingMs = PING_MS }: PoolOptions): ThreadPool {
  return new StartedPool(threads, pingMs);
}

class StartedPool implements ThreadPool {
  readonly #maxThreads: number;
  readonly #threads = new Set<PoolThread>();
  readonly #waiting: Record<PoolTask['load'], WaitingTasks> = {
    small: new WaitingTasks(),
    run: new WaitingTasks(),
    reading: new WaitingTasks(),
    alone: new WaitingTasks(),
  };
  /** The threads that execute tasks with the load `alone`. */
  readonly #aloneThreads = new Set<PoolThread>();
  readonly #timer: NodeJS.Timeout;
  readonly #scheduler: HelperScheduler;
  #isClosed = false;

  constructor(maxThreads: number, pingMs: number) {
    this.#maxThreads = maxThreads;
    this.#timer = setInterval(() => {
      for (const thread of this.#allThreads()) thread.ping(MAX_UNANSWERED_PINGS);
    }, pingMs).unref();
    this.#scheduler = new HelperScheduler({
      findIdle: () => this.#findIdle(),
      isNeeded: () => this.#isClosed || LOADS.some((load) => load !== 'alone' && !this.#waiting[load].isEmpty),
      onRelease: (thread) => {
        thread.load.help--;
        this.#release(thread, 'help');
      },
    });
  }

  helpersWith(module: ThreadModule): Helpers {
    return {
      maxHelpers: this.#maxThreads,
      requestHelpers: (request, onHelper) => this.#scheduler.requestHelpers(module, request, onHelper),
    };
  }

  run(task: PoolTask): Promise<SerializedResult | null> {
    return this.#run(task.load === 'small' && this.#maxThreads === 1 ? { ...task, load: 'run' } : task);
  }

  async #run(task: PoolTask): Promise<SerializedResult | null> {
    task.signal?.throwIfAborted();
    if (this.#isClosed) throw new Error('the thread pool is closed');
    const thread = await this.#waitForThread(task);
    if (task.load === 'reading') return this.#readOn(thread, task);
    try {
      return await this.#runOn(thread, task);
    } finally {
      thread.load[task.load]--;
      this.#release(thread, task.load);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await Promise.all(this.#allThreads().map((thread) => thread.end()));
  }

  #allThreads(): PoolThread[] {
    return [...this.#threads, ...this.#aloneThreads];
  }

  #findIdle(): PoolThread | null {
    const idle = [...this.#threads].find((thread) => loadOf(thread) === 0);
    return idle ?? (this.#hasRoom() ? this.#startThread() : null);
  }

  #findThread(load: PoolTask['load']): PoolThread | null {
    if (load === 'alone')
      return this.#aloneThreads.size < Math.max(MIN_ALONE, this.#maxThreads)
        ? this.#startThread(this.#aloneThreads)
        : null;
    const free = [...this.#threads].filter((thread) => thread.load[load] < MAX_PER_THREAD[load]);
    const idlest = free.sort((a, b) => loadOf(a) - loadOf(b))[0];
    if (idlest !== undefined && (loadOf(idlest) === 0 || !this.#hasRoom())) return idlest;
    return this.#hasRoom() ? this.#startThread() : (idlest ?? null);
  }

  #hasRoom(): boolean {
    return this.#threads.size < this.#maxThreads;
  }

  #startThread(threads = this.#threads): PoolThread {
    const thread = new PoolThread(() => {
      threads.delete(thread);
      this.#startWaiting();
    });
    threads.add(thread);
    return thread;
  }

  #startWaiting(): void {
    for (const load of LOADS) {
      while (!this.#isClosed && !this.#waiting[load].isEmpty) {
        const thread = this.#findThread(load);
        if (thread === null) break;
        thread.load[load]++;
        this.#scheduler.reclaim(thread);
        this.#waiting[load].take()?.start(thread);
      }
    }
    this.#scheduler.assignIdle();
  }

  #waitForThread(task: PoolTask): Promise<PoolThread> {
    const waiting = this.#waiting[task.load];
    return new Promise((resolve, reject) => {
      const entry = { caller: task.caller ?? null, start: resolve };
      waiting.add(entry);
      const abort = (): void => {
        if (waiting.remove(entry)) reject(task.signal?.reason);
      };
      task.signal?.addEventListener('abort', abort, { once: true });
      this.#startWaiting();
    });
  }

  #release(thread: PoolThread, load: keyof PoolThread['load']): void {
    if (load === 'alone') {
      this.#aloneThreads.delete(thread);
      void thread.end();
    } else if (loadOf(thread) + thread.parked === 0 && thread.modules.size >= MAX_MODULES_PER_THREAD) {
      // A task that was assigned while the thread ends would be lost. Therefore the thread is removed from the pool
      // first.
      this.#threads.delete(thread);
      void thread.end();
    }
    this.#startWaiting();
  }

  async #readOn(thread: PoolThread, task: PoolTask): Promise<SerializedResult | null> {
    const place = new ThreadPlace(thread, () => this.#startWaiting());
    try {
      return await this.#runOn(thread, { ...task, onCall: (what) => place.during(task.onCall, what) });
    } finally {
      place.leave();
      this.#release(thread, 'reading');
    }
  }

  async #runOn(thread: PoolThread, task: PoolTask): Promise<SerializedResult | null> {
    const input = await task.prepare();
    if (this.#maxThreads === 1) return thread.do(input, task, task.signal);
    let requester: { end(): void } | null = null;
    const onHelperRequest: TaskHandlers['onHelperRequest'] = (request, onHelper) => {
      requester?.end();
      requester = request === null ? null : this.#scheduler.requestHelpers(input.module, request, onHelper);
    };
    const { onCall, onProgress, cancelled } = task;
    const handlers = {
      onCall,
      onHelperRequest,
      maxHelpers: this.#maxThreads - 1,
      ...(onProgress !== undefined && { onProgress }),
      ...(cancelled !== undefined && { cancelled }),
    };
    try {
      return await thread.do(input, handlers, task.signal);
    } finally {
      onHelperRequest(null, () => {});
    }
  }
}

/**
 * Returns a number that is larger for a busier thread; 0 for an idle one. Helping counts half as much as another task,
 * because it can be interrupted.
 */
function loadOf({ load }: PoolThread): number {
  return 2 * (load.run + load.small + load.reading + load.alone) + load.help;
}

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

/** How long a task may wait for its consumer before its place is free for others, in milliseconds. */
const PATIENCE_MS = 1000;

/**
 * The place of a `reading` task in its thread. While the task waits for a slow consumer, its place is free for another
 * task, because it needs no processor time.
 */
class ThreadPlace {
  readonly #thread: PoolThread;
  readonly #onFree: () => void;
  #isParked = false;
  #hasLeft = false;

  /** `onFree` is called whenever the place becomes free before leave(). */
  constructor(thread: PoolThread, onFree: () => void) {
    this.#thread = thread;
    this.#onFree = onFree;
  }

  /** Executes a call of the task. The place is free while the call takes longer than a second. */
  async during(call: (what: ThreadCall) => Promise<void>, what: ThreadCall): Promise<void> {
    const timer = setTimeout(() => this.#park(), PATIENCE_MS).unref();
    try {
      await call(what);
    } finally {
      clearTimeout(timer);
      this.#unpark();
    }
  }

  /** Call it when the task has ended. The number of tasks of the thread is then that without this task. */
  leave(): void {
    this.#unpark();
    this.#hasLeft = true;
    this.#thread.load.reading--;
  }

  #park(): void {
    if (this.#hasLeft || this.#isParked) return;
    this.#isParked = true;
    this.#thread.load.reading--;
    this.#thread.parked++;
    this.#onFree();
  }

  #unpark(): void {
    if (!this.#isParked) return;
    this.#isParked = false;
    this.#thread.load.reading++;
    this.#thread.parked--;
  }
}
