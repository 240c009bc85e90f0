import { parentPort } from 'node:worker_threads';
import type { FromThread, ThreadError, ToThread } from './thread-messages.ts';
import { doTask, type TaskPort } from './thread-tasks.ts';
import { RunFailure } from './run-failure.ts';
import { RunPause } from './run-pause.ts';

/** A task that is under way in this thread. */
interface Running {
  abort: AbortController;
  answers: Map<number, (error: string | null) => void>;
}

const PROGRESS_MS = 200;
const running = new Map<number, Running>();

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'start':
      void start(message);
      return;
    case 'abort':
      running.get(message.task)?.abort.abort(new Error('aborted'));
      return;
    case 'answer':
      running.get(message.task)?.answers.get(message.call)?.(message.error);
      return;
    case 'ping':
      tell({ kind: 'pong' });
      return;
    default:
      message satisfies never;
  }
});

async function start({ task, input }: Extract<ToThread, { kind: 'start' }>): Promise<void> {
  const state: Running = { abort: new AbortController(), answers: new Map() };
  running.set(task, state);
  try {
    tell({ kind: 'done', task, result: await doTask(input, makePort(task, state)) });
  } catch (error) {
    tell({ kind: 'failed', task, error: toThreadError(error) });
  } finally {
    running.delete(task);
  }
}

function makePort(task: number, { abort, answers }: Running): TaskPort {
  let calls = 0;
  let toldAt = 0;
  return {
    signal: abort.signal,
    call: (what, transfer = []) => new Promise((resolve, reject) => {
      const call = calls++;
      answers.set(call, (error) => {
        answers.delete(call);
        if (error === null) resolve();
        else reject(new Error(error));
      });
      tell({ kind: 'call', task, call, what }, transfer);
    }),
    progress(progress) {
      if (performance.now() - toldAt < PROGRESS_MS) return;
      toldAt = performance.now();
      tell({ kind: 'progress', task, progress });
    },
  };
}

function tell(message: FromThread, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

function toThreadError(error: unknown): ThreadError {
  if (error instanceof RunFailure) return { kind: 'failure', code: error.code, message: error.message, stack: null };
  if (error instanceof RunPause) return { kind: 'pause', code: error.code, message: error.message, stack: null };
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  return { kind: 'fault', code: null, message: error instanceof Error ? error.message : String(error), stack };
}
