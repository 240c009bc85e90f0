import type { ProgressMessage, WorkerAnswers, WorkerMessage, WorkerRequest } from './messages.ts';

/** The build defines the file name of the worker, which contains a hash. */
declare const CHECK_WORKER: string;

type Body<K extends keyof WorkerAnswers> = Omit<Extract<WorkerRequest, { kind: K }>, 'id' | 'kind'>;

/** A worker that checks one file, and answers questions about it. */
export interface WorkerClient {
  /** Sends a request and returns its answer. Rejects with an Error if the worker refuses or ends. */
  ask<K extends keyof WorkerAnswers>(kind: K, body: Body<K>): Promise<WorkerAnswers[K]>;
  /** Ends the worker and whatever it does. */
  end(): void;
}

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** Starts a worker. `onProgress` is called while it reads a file. */
export function startWorker(onProgress: (progress: ProgressMessage) => void): WorkerClient {
  const worker = new Worker(new URL(CHECK_WORKER, import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  // Why the worker could not be started, if that is known before the first request.
  let failure: Error | null = null;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.kind === 'progress') return onProgress(data);
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    // The cast is safe: the worker answers each request with the value of its kind.
    if (data.kind === 'answer') resolve?.(data.value as never);
    else reject?.(new Error(data.message));
  });
  worker.addEventListener('error', ({ message }) => {
    const error = new Error(message || 'The worker could not be started.');
    if (last === 0) failure = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return {
    ask: (kind, body) =>
      new Promise((resolve, reject) => {
        if (failure !== null) throw failure;
        const id = ++last;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, kind, ...body });
      }),
    end: () => worker.terminate(),
  };
}
