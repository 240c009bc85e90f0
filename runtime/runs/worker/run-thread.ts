import { type MessagePort, parentPort } from 'node:worker_threads';
import { createMessageBatches } from '../../reading/workers/message-batches.ts';
import type { FromThread, ThreadError, ToThread } from '../../reading/workers/messages.ts';
import { executeTask } from './execute-task.ts';
import { returnMemory } from '../../base/program/return-memory.ts';
import { createThreadModules } from './thread-modules.ts';
import { asDiskFull, DiskFull } from '../../base/model/disk-full.ts';
import { FilesUnavailable } from '../../base/model/files-unavailable.ts';
import { isDeviceError, STORAGE_FAILED } from '../../base/model/storage-failed.ts';
import { findExhausted, RESOURCES_EXHAUSTED } from '../../base/model/exhausted.ts';
import { RunFailure, RunRefused, RunPause } from '../../base/model/run-failure.ts';
import type { Helpers } from '../../reading/split/read-in-splits.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';

/** A task in progress in this thread. */
interface Running {
  abort: AbortController;
  cancel: AbortController;
  answers: Map<number, (error: string | null) => void>;
  /** Receives the port of a helper thread; null if none was requested. */
  onHelper: ((port: MessagePort) => void) | null;
}

const PROGRESS_MS = 200;

/** Executes the tasks that the main thread sends. Several tasks may be in progress at a time. */
function serveTasks(main: MessagePort): void {
  const running = new Map<number, Running>();
  const modules = createThreadModules();
  const { post, postSoon } = createMessageBatches<FromThread, ArrayBuffer>((messages, transfer) =>
    main.postMessage(messages, transfer),
  );

  async function start({ task, input, maxHelpers }: Extract<ToThread, { kind: 'start' }>): Promise<void> {
    const state: Running = {
      abort: new AbortController(),
      cancel: new AbortController(),
      answers: new Map(),
      onHelper: null,
    };
    running.set(task, state);
    try {
      // A large file could occupy this thread for long before it has sent its calls.
      const isSmall = 'content' in input && input.content !== undefined;
      postSoon({
        kind: 'done',
        task,
        result: await executeTask(
          input,
          {
            ...createTaskPort(task, state, isSmall ? postTogether(post, postSoon) : post),
            helpers: maxHelpers > 0 ? createHelpers(task, maxHelpers, { state, post }) : null,
          },
          modules,
        ),
      });
    } catch (error) {
      postSoon({ kind: 'failed', task, error: toThreadError(error) });
    } finally {
      running.delete(task);
    }
  }

  function receive(message: ToThread): void {
    switch (message.kind) {
      case 'start':
        void start(message);
        return;
      case 'abort':
        running.get(message.task)?.abort.abort(new Error('aborted'));
        return;
      case 'cancel':
        running.get(message.task)?.cancel.abort();
        return;
      case 'answer':
        running.get(message.task)?.answers.get(message.call)?.(message.error);
        return;
      case 'helper': {
        const take = running.get(message.task)?.onHelper;
        // The task no longer needs the helper.
        if (take == null) message.port.close();
        else take(message.port);
        return;
      }
      case 'ping':
        post({ kind: 'pong' });
        return;
      default:
        message satisfies never;
    }
  }

  main.on('message', (messages: readonly ToThread[]) => {
    for (const message of messages) receive(message);
  });
  post({ kind: 'pong' });
}

type Post = (message: FromThread, transfer?: readonly ArrayBuffer[]) => void;

/** Returns a function that posts messages without transfers soon, and others at once. */
function postTogether(post: Post, postSoon: (message: FromThread) => void): Post {
  return (message, transfer = []) => (transfer.length === 0 ? postSoon(message) : post(message, transfer));
}

function createHelpers(task: number, maxHelpers: number, { state, post }: { state: Running; post: Post }): Helpers {
  return {
    maxHelpers,
    requestHelpers(request, onHelper) {
      state.onHelper = onHelper;
      post({ kind: 'request-helpers', task, request });
      return {
        end() {
          state.onHelper = null;
          post({ kind: 'request-helpers', task, request: null });
        },
      };
    },
  };
}

function createTaskPort(task: number, { abort, cancel, answers }: Running, post: Post): Omit<TaskPort, 'helpers'> {
  let calls = 0;
  let reportedAt = 0;
  return {
    signal: abort.signal,
    cancelled: cancel.signal,
    call: (what, transfer = []) =>
      new Promise((resolve, reject) => {
        const call = calls++;
        answers.set(call, (error) => {
          answers.delete(call);
          if (error === null) resolve();
          else reject(new Error(error));
        });
        post({ kind: 'call', task, call, what }, transfer);
      }),
    progress(progress) {
      if (performance.now() - reportedAt < PROGRESS_MS) return;
      reportedAt = performance.now();
      post({ kind: 'progress', task, progress });
    },
  };
}

/** Returns how a task that threw `error` ends. A lack of disk space, descriptors or memory, and a device that fails, pause it. */
export function toThreadError(error: unknown): ThreadError {
  if (error instanceof RunFailure || error instanceof RunRefused)
    return { kind: 'failure', code: error.code, message: error.message, stack: null };
  if (error instanceof RunPause || error instanceof FilesUnavailable)
    return { kind: 'pause', code: error.code, message: error.message, stack: null };
  const known = asDiskFull(error);
  // The run continues when there is space again.
  if (known instanceof DiskFull) return { kind: 'pause', code: known.code, message: known.message, stack: null };
  const exhausted = findExhausted(error);
  if (exhausted !== null) return { kind: 'pause', code: RESOURCES_EXHAUSTED, message: exhausted, stack: null };
  if (isDeviceError(error)) return { kind: 'pause', ...STORAGE_FAILED, stack: null };
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  return { kind: 'fault', code: null, message: error instanceof Error ? error.message : String(error), stack };
}

if (parentPort !== null) {
  returnMemory();
  serveTasks(parentPort);
}
