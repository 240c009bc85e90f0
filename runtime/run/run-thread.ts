import { type MessagePort, parentPort } from 'node:worker_threads';
import type { FromThread, ThreadError, ToThread } from './thread-messages.ts';
import { doTask, type TaskPort } from './thread-tasks.ts';
import { RunFailure, RunRefused } from './run-failure.ts';
import { RunPause } from './run-pause.ts';

/** A task that is under way in this thread. */
interface Running {
  abort: AbortController;
  answers: Map<number, (error: string | null) => void>;
}

const PROGRESS_MS = 200;

/** Does what the main thread asks for; several tasks may be under way at a time. */
function serveTasks(main: MessagePort): void {
  const running = new Map<number, Running>();
  const tell = (message: FromThread, transfer: ArrayBuffer[] = []): void => main.postMessage(message, transfer);

  async function start({ task, input }: Extract<ToThread, { kind: 'start' }>): Promise<void> {
    const state: Running = { abort: new AbortController(), answers: new Map() };
    running.set(task, state);
    try {
      tell({ kind: 'done', task, result: await doTask(input, makePort(task, state, tell)) });
    } catch (error) {
      tell({ kind: 'failed', task, error: toThreadError(error) });
    } finally {
      running.delete(task);
    }
  }

  main.on('message', (message: ToThread) => {
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
  tell({ kind: 'pong' });
}

function makePort(task: number, { abort, answers }: Running, tell: (message: FromThread, transfer?: ArrayBuffer[]) => void): TaskPort {
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

function toThreadError(error: unknown): ThreadError {
  if (error instanceof RunFailure || error instanceof RunRefused) return { kind: 'failure', code: error.code, message: error.message, stack: null };
  if (error instanceof RunPause) return { kind: 'pause', code: error.code, message: error.message, stack: null };
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  return { kind: 'fault', code: null, message: error instanceof Error ? error.message : String(error), stack };
}

if (parentPort !== null) serveTasks(parentPort);
