/** Limits the number of open streams, in all and of one caller. */
export interface StreamSlots {
  /** Takes a slot, and returns a function that frees it; it may be called twice. Returns null if there is none. */
  enter(caller: string): (() => void) | null;
  /** Like enter(), but waits for a slot. Throws the reason of `signal` if it is aborted. */
  wait(caller: string, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  caller: string;
  start(leave: () => void): void;
}

/** Creates the slots. */
export function createStreamSlots({ max, maxPerCaller }: { max: number; maxPerCaller: number }): StreamSlots {
  const open = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let all = 0;

  function enter(caller: string): (() => void) | null {
    const own = open.get(caller) ?? 0;
    if (all >= max || own >= maxPerCaller) return null;
    open.set(caller, own + 1);
    all++;
    let isOpen = true;
    return () => {
      if (isOpen) leave(caller);
      isOpen = false;
    };
  }

  function leave(caller: string): void {
    const left = (open.get(caller) ?? 1) - 1;
    if (left === 0) open.delete(caller);
    else open.set(caller, left);
    all--;
    for (const next of waiting) {
      const slot = enter(next.caller);
      if (slot === null) continue;
      waiting.delete(next);
      next.start(slot);
    }
  }

  return {
    enter,
    wait(caller, signal) {
      signal.throwIfAborted();
      const slot = enter(caller);
      if (slot !== null) return Promise.resolve(slot);
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          waiting.delete(next);
          reject(signal.reason);
        };
        const next: Waiting = {
          caller,
          start(leaveSlot) {
            signal.removeEventListener('abort', abort);
            resolve(leaveSlot);
          },
        };
        waiting.add(next);
        signal.addEventListener('abort', abort, { once: true });
      });
    },
  };
}

/**
 * Yields the chunks that `open` returns, after a wait for a slot. The slot is free again when the consumer leaves. Throws
 * the reason of `signal` if it is aborted meanwhile.
 */
export async function* inSlot<T>(
  slots: StreamSlots,
  { caller, signal }: { caller: string; signal: AbortSignal },
  open: () => AsyncIterable<T>,
): AsyncGenerator<T> {
  const leave = await slots.wait(caller, signal);
  try {
    yield* open();
  } finally {
    leave();
  }
}
