/** Callers that wait for an event, which occurs at most once. */
export interface Waiters {
  /**
   * Resolves when the event occurs, or at once if it has already occurred. Rejects with the reason of `signal` if it is
   * aborted first.
   */
  wait(signal?: AbortSignal): Promise<void>;
  /** Reports the event: resolves all present and future waits. */
  resolveAll(): void;
  /** Rejects all present waits with `reason`. Later calls of wait() wait for the event as before. */
  rejectAll(reason: Error): void;
}

/** Creates the waiters for an event that has not occurred yet. */
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
