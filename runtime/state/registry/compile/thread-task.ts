import type { Worker } from 'node:worker_threads';
import type { SpecText } from '../../../../compiler/index.ts';
import type { CompileAnswer } from './compile-thread.ts';
import { readThreadTime } from './thread-time.ts';

/** A thread that compiles, and its name once it has started; see findThreadName(). */
export interface CompileThread {
  worker: Worker;
  name: string | null;
}

/** Limits of a task. */
export interface TaskLimits {
  /** Limit of the processor time for one spec, in milliseconds. */
  processorMs: number;
  /** Limit of the elapsed time for one spec, in milliseconds. On a busy machine, a valid spec can exceed it too. */
  elapsedMs: number;
  /** Heap limit of the thread, in MB. */
  memoryMb: number;
}

/**
 * How a task ended. `compiled`: the compiler returned a result, perhaps with errors. `failed`: the compiler failed, or
 * the task exceeded the limit of processor time or memory. `late`: the task exceeded the limit of elapsed time. `left`:
 * the client no longer waits.
 */
export type TaskOutcome =
  | Extract<CompileAnswer, { kind: 'compiled' }>
  | { kind: 'failed'; reason: string; error: Error | null; isTooCostly: boolean }
  | { kind: 'late' | 'left' };

const FAULT = 'an internal error occurred, see the log of the service';

/**
 * Compiles a spec in a thread and returns how that ended. The caller must end the thread, unless the outcome is
 * `compiled`.
 */
export function compileInThread(
  thread: CompileThread,
  { input, limits, signal }: { input: SpecText; limits: TaskLimits; signal: AbortSignal | null },
): Promise<TaskOutcome> {
  const { worker } = thread;
  return new Promise((resolve) => {
    const settle = (outcome: TaskOutcome) => {
      clearTimeout(late);
      stopWatching();
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const fail = (reason: string, error: Error | null = null) =>
      settle({ kind: 'failed', reason, error, isTooCostly: false });
    const failAsTooCostly = (reason: string) => settle({ kind: 'failed', reason, error: null, isTooCostly: true });
    const onMessage = (answer: CompileAnswer) => {
      if (answer.kind === 'compiled') settle(answer);
      else if (answer.kind === 'failed') fail(FAULT, answer.error);
    };
    const onError = (error: Error) =>
      isOutOfMemory(error)
        ? failAsTooCostly(`it needed more than ${limits.memoryMb} MB of memory`)
        : fail(FAULT, error);
    const onExit = () => fail('its thread ended');
    const onAbort = () => settle({ kind: 'left' });
    const late = setTimeout(() => settle({ kind: 'late' }), limits.elapsedMs);
    const stopWatching = watchProcessorTime(thread, limits.processorMs, () =>
      failAsTooCostly(`it needed more than ${limits.processorMs / 1000} s of processor time`),
    );
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    worker.postMessage(input);
  });
}

/** Calls `onExceeded` once the thread has used more processor time than it had and `maxMs`. Returns how to stop. */
function watchProcessorTime(thread: CompileThread, maxMs: number, onExceeded: () => void): () => void {
  let before: number | null = null;
  const look = async () => {
    const used = await readThreadTime(thread.worker, thread.name);
    if (used === null) return;
    before ??= used;
    if (used - before > maxMs) onExceeded();
  };
  void look();
  const timer = setInterval(() => void look(), Math.min(1000, maxMs / 4)).unref();
  return () => clearInterval(timer);
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
