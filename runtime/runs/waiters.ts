/** Those who wait for one event, each as long as they like. */
export interface Waiters {
  /** Settles with the event, at once where it is over; rejects with the signal's reason before. */
  wait(signal?: AbortSignal): Promise<void>;
  /** The event has come: for those who wait, and all who come later. */
  resolveAll(): void;
  /** Those who wait need not any more; later ones may. */
  rejectAll(reason: Error): void;
}

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
