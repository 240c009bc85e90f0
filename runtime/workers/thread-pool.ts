import { PoolThread, type TaskHandlers } from './pool-thread.ts';
import type { ProcessingResult } from '../model/result.ts';
import { HelperScheduler } from './helper-scheduler.ts';
import type { ThreadModule, ThreadTask } from './messages.ts';
import type { Helpers } from '../split/read-in-splits.ts';

/** A task for a thread. */
export interface PoolTask extends Omit<TaskHandlers, 'onHelperRequest'> {
  /**
   * run: occupies a thread · reading: waits for a consumer most of the time, so that several share a thread · alone:
   * gets a new thread to itself, beside the others.
   */
  load: 'run' | 'reading' | 'alone';
  /** Returns the input of the task. It is called when a thread is available. */
  prepare(): Promise<ThreadTask>;
  signal?: AbortSignal;
}

/** A pool of threads that are started when needed. */
export interface ThreadPool {
  /**
   * Executes a task when a thread is available. Returns the result of a dry run, and null for all other tasks. Throws
   * the errors of `prepare` and the handlers, the reason of the signal, ThreadFailure if the task failed, WorkerLost if
   * its thread crashed, and an Error if the pool is closed.
   */
  run(task: PoolTask): Promise<ProcessingResult | null>;
  /** Returns access to idle threads, which help the calling thread to read files with this module. */
  helpersWith(module: ThreadModule): Helpers;
  /** Terminates all threads, even busy ones. */
  close(): Promise<void>;
}

const READS_PER_THREAD = 8;
/** A task with a thread of its own may wait for a slow consumer, so there are at least this many of such threads. */
const MIN_ALONE = 2;
/** A thread is replaced after this many modules, because Node.js never unloads a module. */
const MAX_MODULES_PER_THREAD = 64;
const PING_MS = 5000;
/** A thread counts as hung after this many pings without a response. */
const MAX_UNANSWERED_PINGS = 12;

interface Waiting {
  task: PoolTask;
  start(thread: PoolThread): void;
}

/** Creates a pool of at most `threads` threads. Busy threads are pinged every `pingMs` milliseconds. */
export function createThreadPool({
  threads: maxThreads,
  pingMs = PING_MS,
}: {
  threads: number;
  pingMs?: number;
}): ThreadPool {
  const threads = new Set<PoolThread>();
  const waiting: Record<PoolTask['load'], Waiting[]> = { run: [], reading: [], alone: [] };
  const aloneThreads = new Set<PoolThread>();
  let isClosed = false;
  const timer = setInterval(() => {
    for (const thread of allThreads()) thread.ping(MAX_UNANSWERED_PINGS);
  }, pingMs).unref();

  const allThreads = (): PoolThread[] => [...threads, ...aloneThreads];

  function findThread(load: PoolTask['load']): PoolThread | null {
    if (load === 'alone') return aloneThreads.size < Math.max(MIN_ALONE, maxThreads) ? startAloneThread() : null;
    const free = [...threads].filter((thread) => thread.load[load] < (load === 'run' ? 1 : READS_PER_THREAD));
    const idlest = free.sort((a, b) => loadOf(a) - loadOf(b))[0];
    if (idlest !== undefined && (loadOf(idlest) === 0 || threads.size >= maxThreads)) return idlest;
    return threads.size < maxThreads ? startThread() : (idlest ?? null);
  }

  const scheduler = new HelperScheduler({
    findIdle: () =>
      [...threads].find((thread) => loadOf(thread) === 0) ?? (threads.size < maxThreads ? startThread() : null),
    isNeeded: () => isClosed || waiting.run.length + waiting.reading.length > 0,
    onRelease: (thread) => releaseThread(thread, 'help'),
  });

  function startThread(): PoolThread {
    const thread = new PoolThread(() => {
      threads.delete(thread);
      startWaiting();
    });
    threads.add(thread);
    return thread;
  }

  function startAloneThread(): PoolThread {
    const thread = new PoolThread(() => {
      aloneThreads.delete(thread);
      startWaiting();
    });
    aloneThreads.add(thread);
    return thread;
  }

  function startWaiting(): void {
    for (const load of ['run', 'reading', 'alone'] as const) {
      while (!isClosed && waiting[load].length > 0) {
        const thread = findThread(load);
        if (thread === null) break;
        thread.load[load]++;
        scheduler.reclaim(thread);
        waiting[load].shift()?.start(thread);
      }
    }
    scheduler.assignIdle();
  }

  function waitForThread(task: PoolTask): Promise<PoolThread> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = { task, start: resolve };
      waiting[task.load].push(entry);
      task.signal?.addEventListener(
        'abort',
        () => {
          const at = waiting[task.load].indexOf(entry);
          if (at < 0) return;
          waiting[task.load].splice(at, 1);
          reject(task.signal?.reason);
        },
        { once: true },
      );
      startWaiting();
    });
  }

  function releaseThread(thread: PoolThread, load: keyof PoolThread['load']): void {
    thread.load[load]--;
    if (load === 'alone') {
      aloneThreads.delete(thread);
      void thread.end();
    } else if (loadOf(thread) === 0 && thread.modules.size >= MAX_MODULES_PER_THREAD) {
      // Ending takes a while, and a task assigned in the meantime would be lost.
      threads.delete(thread);
      void thread.end();
    }
    startWaiting();
  }

  async function runOn(thread: PoolThread, task: PoolTask): Promise<ProcessingResult | null> {
    const input = await task.prepare();
    if (maxThreads === 1) return thread.do(input, task, task.signal);
    let requester: { end(): void } | null = null;
    const onHelperRequest: TaskHandlers['onHelperRequest'] = (request, onHelper) => {
      requester?.end();
      requester = request === null ? null : scheduler.requestHelpers(input.module, request, onHelper);
    };
    const { onCall, onProgress, cancelled } = task;
    try {
      return await thread.do(
        input,
        {
          onCall,
          onHelperRequest,
          ...(onProgress !== undefined && { onProgress }),
          ...(cancelled !== undefined && { cancelled }),
        },
        task.signal,
      );
    } finally {
      onHelperRequest(null, () => {});
    }
  }

  return {
    helpersWith: (module) => ({
      requestHelpers: (request, onHelper) => scheduler.requestHelpers(module, request, onHelper),
    }),
    async run(task) {
      task.signal?.throwIfAborted();
      if (isClosed) throw new Error('the thread pool is closed');
      const thread = await waitForThread(task);
      try {
        return await runOn(thread, task);
      } finally {
        releaseThread(thread, task.load);
      }
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await Promise.all(allThreads().map((thread) => thread.end()));
    },
  };
}

/** Returns how busy a thread is. Helping counts less, because it can be interrupted. */
function loadOf({ load }: PoolThread): number {
  return 2 * (load.run + load.reading + load.alone) + load.help;
}
