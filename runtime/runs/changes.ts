/** Changes of runs that others wait for. */
export interface Changes {
  /**
   * Registers for the next change of a run. `wait` resolves when it is reported, and rejects with the reason of `signal`.
   * A change between the call and the use of `wait` is not missed. `leave` ends the registration.
   */
  next(runId: string, signal?: AbortSignal): { wait: Promise<void>; leave(): void };
  /** Reports a change of a run. */
  report(runId: string): void;
  /** Reports that any run may have changed. */
  reportAll(): void;
}

/** Creates the changes of runs. */
export function createChanges(): Changes {
  const waiting = new Map<string, Set<() => void>>();

  function report(runId: string): void {
    const all = waiting.get(runId);
    waiting.delete(runId);
    for (const resolve of all ?? []) resolve();
  }

  return {
    next(runId, signal) {
      signal?.throwIfAborted();
      const { promise: wait, resolve, reject } = createPromise();
      const all = waiting.get(runId) ?? new Set();
      waiting.set(runId, all.add(resolve));
      const leave = (): void => {
        all.delete(resolve);
        if (all.size === 0 && waiting.get(runId) === all) waiting.delete(runId);
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        reject(signal?.reason);
        leave();
      };
      signal?.addEventListener('abort', abort);
      wait.then(leave, () => {});
      return { wait, leave };
    },
    report,
    reportAll() {
      for (const runId of [...waiting.keys()]) report(runId);
    },
  };
}

function createPromise(): { promise: Promise<void>; resolve(): void; reject(reason: unknown): void } {
  let resolve = (): void => {};
  let reject = (_: unknown): void => {};
  const promise = new Promise<void>((pass, fail) => {
    resolve = pass;
    reject = fail;
  });
  return { promise, resolve, reject };
}
