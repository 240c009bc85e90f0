/** Promises of one event. */
export interface Waiters {
  /** Resolves with the event, at once if it has already occurred. Rejects with the reason of the signal. */
  wait(signal?: AbortSignal): Promise<void>;
  /** Resolves all present and future waits. */
  resolveAll(): void;
  /** Rejects all present waits. Later ones are not affected. */
  rejectAll(reason: Error): void;
}

/** Creates the promises of an event that has not occurred. */
export function createWaiters(): Waiters {
  const waiting = new Set<{ resolve(): void; reject(reason: unknown): void }>();
  let isResolved = false;

  function wait(signal?: AbortSignal): Promise<void> {
    if (isResolved) return Promise.resolve();
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const settled = (then: () => void) => () => {
        waiting.delete(waiter);
        signal?.removeEventListener('abort', leave);
        then();
      };
      const waiter = { resolve: settled(resolve), reject: (reason: unknown) => settled(() => reject(reason))() };
      const leave = (): void => waiter.reject(signal?.reason);
      signal?.addEventListener('abort', leave);
      waiting.add(waiter);
    });
  }

  return {
    wait,
    resolveAll() {
      isResolved = true;
      for (const waiter of [...waiting]) waiter.resolve();
    },
    rejectAll(reason) {
      for (const waiter of [...waiting]) waiter.reject(reason);
    },
  };
}
