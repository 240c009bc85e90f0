import type { SpecModule } from '../../../../compiler/kernel/model/contract.ts';
import type { SerializedResult } from '../../../../runtime/base/model/result.ts';
import { ThreadFailure } from '../../../../runtime/reading/workers/pool-thread.ts';
import type { TaskPort } from '../../../../runtime/reading/workers/task-port.ts';
import type { PoolTask, ThreadPool } from '../../../../runtime/reading/workers/thread-pool.ts';
import { WorkerLost } from '../../../../runtime/reading/workers/worker-lost.ts';
import { executeTask } from '../../../../runtime/runs/worker/execute-task.ts';
import { toThreadError } from '../../../../runtime/runs/worker/run-thread.ts';
import { Process, type Simulator } from './simulator.ts';

/** A pool whose threads are simulated processes, each with one task. */
export interface SimulatedPool extends ThreadPool {
  /** The threads that work now. */
  readonly threads: ReadonlySet<Process>;
}

/** Creates the pool of a process. Messages between the process and its threads are requests. */
export function createSimulatedPool(
  simulator: Simulator,
  { owner, size, module }: { owner: Process; size: number; module: SpecModule },
): SimulatedPool {
  const threads = new Set<Process>();
  const waiting: (() => void)[] = [];
  let isClosed = false;
  let count = 0;
  let busy = 0;

  async function take(signal: AbortSignal | undefined): Promise<void> {
    if (busy < size) return void busy++;
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal?.reason);
      };
      waiting.push(start);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) busy--;
    else next();
  }

  async function execute({
    prepare,
    onCall,
    onProgress,
    signal,
    cancelled,
  }: PoolTask): Promise<SerializedResult | null> {
    const input = await prepare();
    signal?.throwIfAborted();
    const thread = new Process(`${owner.name}/${++count}`, owner);
    threads.add(thread);
    let handlerError: { error: unknown } | null = null;
    const reasonOf = (otherwise: unknown): unknown =>
      handlerError !== null ? handlerError.error : signal?.aborted === true ? signal.reason : otherwise;
    const toOwner = <T>(label: string, work: () => T): Promise<T> =>
      simulator.request<T>({
        ...{ kind: 'thread', process: thread, channel: `from ${thread.name}`, label },
        execute: () => simulator.inside(owner, work),
      });
    const toThread = (label: string, work: () => void): void =>
      void simulator.request({
        ...{ kind: 'thread', process: thread, channel: `to ${thread.name}`, label },
        execute: () => simulator.inside(thread, work),
      });
    const abort = new AbortController();
    const cancel = new AbortController();
    const onAbort = (): void => toThread('abort', () => abort.abort(new Error('aborted')));
    const onCancel = (): void => toThread('cancel', () => cancel.abort());
    signal?.addEventListener('abort', onAbort);
    cancelled?.addEventListener('abort', onCancel);
    if (cancelled?.aborted === true) onCancel();
    const port: TaskPort = {
      signal: abort.signal,
      cancelled: cancel.signal,
      helpers: null,
      call: (what) =>
        new Promise<void>((resolve, reject) => {
          const answer = (error: string | null): void =>
            toThread('answer', () => (error === null ? resolve() : reject(new Error(error))));
          void toOwner(`call ${what.kind}`, () => {
            onCall(structuredClone(what)).then(
              () => answer(null),
              (error: unknown) => {
                handlerError ??= { error };
                answer(error instanceof Error ? error.message : String(error));
              },
            );
          });
        }),
      progress: (progress) => void toOwner('progress', () => onProgress?.(progress)),
    };
    try {
      return await new Promise<SerializedResult | null>((resolve, reject) => {
        const lost = new WorkerLost('it ended unexpectedly');
        thread.onKilled.push(() => simulator.inside(owner, () => reject(reasonOf(lost))));
        simulator.inside(thread, () => {
          executeTask(input, port, { load: async () => module }).then(
            (result) => void toOwner('done', () => resolve(result)),
            (error: unknown) => void toOwner('failed', () => reject(reasonOf(new ThreadFailure(toThreadError(error))))),
          );
        });
      });
    } finally {
      threads.delete(thread);
      signal?.removeEventListener('abort', onAbort);
      cancelled?.removeEventListener('abort', onCancel);
    }
  }

  return {
    threads,
    async run(task) {
      task.signal?.throwIfAborted();
      if (isClosed) throw new Error('the thread pool is closed');
      await take(task.signal);
      try {
        return await execute(task);
      } finally {
        leave();
      }
    },
    helpersWith: () => ({ maxHelpers: 0, requestHelpers: () => ({ end() {} }) }),
    async close() {
      isClosed = true;
      await simulator.request({
        ...{ kind: 'thread', process: owner, channel: `to ${owner.name}`, label: 'close pool' },
        async execute() {
          for (const thread of [...threads]) await simulator.kill(thread);
        },
      });
    },
  };
}
