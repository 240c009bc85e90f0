import type { MessagePort, Worker } from 'node:worker_threads';
import { startThread } from '../../base/program/start-thread.ts';
import type { SerializedResult } from '../../base/model/result.ts';
import type { HelperRequest } from '../split/messages.ts';
import type { FromThread, ThreadCall, ThreadError, ThreadTask, ToThread } from './messages.ts';
import { createMessageBatches } from './message-batches.ts';
import type { Progress } from '../../base/model/progress.ts';
import { WorkerLost } from './worker-lost.ts';

/** Handles the messages that a task sends from its thread. */
export interface TaskHandlers {
  /** Executes a call of the task. The task waits until the promise has settled, and receives its error. */
  onCall(what: ThreadCall): Promise<void>;
  onProgress?(progress: Progress): void;
  /** When it is aborted, the run ends as FAILED at its next checkpoint. */
  cancelled?: AbortSignal;
  /**
   * Requests helper threads, or ends the request if `request` is null. `onHelper` receives the port of each helper.
   * Absent if the pool has only one thread.
   */
  onHelperRequest?(request: HelperRequest | null, onHelper: (port: MessagePort) => void): void;
  /** Maximum number of helper threads. Default: 0. */
  maxHelpers?: number;
}

/** A task failed in its thread, and the thread continues. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
  readonly threadError: ThreadError;

  constructor(threadError: ThreadError) {
    super(threadError.message);
    this.threadError = threadError;
  }
}

interface Task extends TaskHandlers {
  resolve(result: SerializedResult | null): void;
  reject(error: unknown): void;
  signal: AbortSignal | undefined;
  /** The first error that a handler threw. The task is rejected with it, because it is the cause of later errors. */
  handlerError: { error: unknown } | null;
}

const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 };

/** A worker thread of the pool. It executes runs, dry runs and other tasks that read files. */
export class PoolThread {
  /** Number of tasks that the pool has assigned to the thread, by kind. The pool changes it. */
  readonly load = { run: 0, small: 0, reading: 0, alone: 0, help: 0 };
  /** Number of tasks that wait for a slow consumer. They do not count in `load`. The pool changes it. */
  parked = 0;
  /** Hashes of the modules that the thread has loaded. */
  readonly modules = new Set<string>();
  readonly #worker: Worker;
  readonly #outgoing = createMessageBatches<ToThread, MessagePort>((messages, transfer) =>
    this.#worker.postMessage(messages, transfer),
  );
  readonly #tasks = new Map<number, Task>();
  #lastTask = 0;
  #pings = 0;
  #hasSpoken = false;
  #lost: WorkerLost | null = null;

  /** `onEnd` is called when the thread has ended, for any reason. */
  constructor(onEnd: () => void) {
    this.#worker = startThread('runs/worker/run-thread', { resourceLimits: LIMITS });
    this.#worker.on('message', (messages: readonly FromThread[]) => {
      for (const message of messages) this.#receive(message);
    });
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#lose(isOutOfMemory ? 'it exceeded its memory limit' : 'an internal error occurred', {
        cause: error,
        isOutOfMemory,
      });
    });
    this.#worker.on('exit', () => {
      const lost = this.#lose('it ended unexpectedly');
      for (const task of this.#tasks.values()) task.reject(this.#reasonOf(task, lost));
      this.#tasks.clear();
      onEnd();
    });
  }

  /**
   * Executes a task in this thread. Several tasks may be in progress at a time. Returns and throws like
   * `ThreadPool.run`.
   */
  do(input: ThreadTask, handlers: TaskHandlers, signal: AbortSignal | undefined): Promise<SerializedResult | null> {
    signal?.throwIfAborted();
    if (this.#lost !== null)
      return Promise.reject(new WorkerLost('it ended before the task began', { isShared: true, cause: this.#lost }));
    this.modules.add(input.module.hash);
    const task = ++this.#lastTask;
    const abort = (): void => this.#post({ kind: 'abort', task });
    const cancel = (): void => this.#post({ kind: 'cancel', task });
    const { cancelled } = handlers;
    signal?.addEventListener('abort', abort);
    cancelled?.addEventListener('abort', cancel);
    return new Promise<SerializedResult | null>((resolve, reject) => {
      this.#tasks.set(task, {
        onCall: (what) => handlers.onCall(what),
        ...definedHandlers(handlers),
        resolve,
        reject,
        signal,
        handlerError: null,
      });
      const start = { kind: 'start', task, input, maxHelpers: handlers.maxHelpers ?? 0 } as const;
      if (input.kind === 'help') this.#post(start, [input.port]);
      else this.#outgoing.postSoon(start);
      if (cancelled?.aborted === true) cancel();
    }).finally(() => {
      signal?.removeEventListener('abort', abort);
      cancelled?.removeEventListener('abort', cancel);
    });
  }

  /**
   * Sends a ping, unless the thread is idle or `maxUnanswered` pings in succession have had no response. In the second
   * case, ends the thread. For a thread that has not yet sent any message, the limit is ten times as high. Any message
   * of the thread counts as a response.
   */
  ping(maxUnanswered: number): void {
    if (this.#tasks.size === 0) return;
    if (this.#pings++ < (this.#hasSpoken ? maxUnanswered : maxUnanswered * 10)) this.#post({ kind: 'ping' });
    else {
      this.#lose('it did not respond in time');
      void this.end();
    }
  }

  #lose(reason: string, options: { cause?: unknown; isOutOfMemory?: boolean } = {}): WorkerLost {
    this.#lost ??= new WorkerLost(reason, { ...options, isShared: this.#tasks.size > 1 });
    return this.#lost;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(message: FromThread): void {
    this.#pings = 0;
    this.#hasSpoken = true;
    if (message.kind === 'pong') return;
    const task = this.#tasks.get(message.task);
    if (task === undefined) return;
    switch (message.kind) {
      case 'call':
        void this.#answer(message, task);
        return;
      case 'progress':
        task.onProgress?.(message.progress);
        return;
      case 'request-helpers': {
        const { task: id } = message;
        task.onHelperRequest?.(message.request, (port) => this.#post({ kind: 'helper', task: id, port }, [port]));
        return;
      }
      case 'done':
        this.#tasks.delete(message.task);
        task.resolve(message.result);
        return;
      case 'failed':
        this.#tasks.delete(message.task);
        task.reject(this.#reasonOf(task, new ThreadFailure(message.error)));
        return;
      default:
        message satisfies never;
    }
  }

  async #answer({ task: id, call, what }: Extract<FromThread, { kind: 'call' }>, task: Task): Promise<void> {
    try {
      await task.onCall(what);
      this.#outgoing.postSoon({ kind: 'answer', task: id, call, error: null });
    } catch (error) {
      task.handlerError ??= { error };
      const message = error instanceof Error ? error.message : String(error);
      this.#outgoing.postSoon({ kind: 'answer', task: id, call, error: message });
    }
  }

  #reasonOf({ handlerError, signal }: Task, otherwise: Error): unknown {
    if (handlerError !== null) return handlerError.error;
    return signal?.aborted === true ? signal.reason : otherwise;
  }

  #post(message: ToThread, transfer: MessagePort[] = []): void {
    this.#outgoing.post(message, transfer);
  }
}

function definedHandlers({
  onProgress,
  onHelperRequest,
}: TaskHandlers): Pick<TaskHandlers, 'onProgress' | 'onHelperRequest'> {
  return { ...(onProgress !== undefined && { onProgress }), ...(onHelperRequest !== undefined && { onHelperRequest }) };
}
