/**
 * Passes values from a producer to a consumer without a buffer. Each put() waits until the consumer has processed its
 * value.
 */
export interface RendezvousChannel<T> {
  /** Resolves when the consumer requests the next value. Rejects if the consumer has stopped. */
  put(value: T): Promise<void>;
  /** Ends the sequence of values. With `reason`, the consumer's loop throws `reason.error`. */
  end(reason?: { error: unknown }): void;
  /** Yields the values. Calls `onClose` once, at the end or when the consumer stops. */
  values(onClose: () => Promise<void>): AsyncGenerator<T>;
}

interface PendingPut<T> {
  value: T;
  resolve(): void;
  reject(error: Error): void;
}

/** Creates an open channel. */
export function createRendezvousChannel<T>(): RendezvousChannel<T> {
  // A caller never calls put() or end() while a put() is pending, so the end cannot overtake a value.
  let put: PendingPut<T> | null = null;
  let ended: { error?: unknown } | null = null;
  let isClosed = false;
  let wake = (): void => {};
  const nextChange = (): Promise<void> => new Promise((resolve) => (wake = resolve));

  return {
    put: (value) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new ChannelClosed());
        put = { value, resolve, reject };
        wake();
      }),
    end(reason) {
      ended = reason ?? {};
      wake();
    },
    async *values(onClose) {
      try {
        while (put !== null || ended === null) {
          if (put === null) {
            await nextChange();
            continue;
          }
          yield put.value;
          const { resolve } = put;
          put = null;
          resolve();
        }
        if ('error' in ended) throw ended.error;
      } finally {
        isClosed = true;
        put?.reject(new ChannelClosed());
        await onClose();
      }
    },
  };
}

class ChannelClosed extends Error {
  constructor() {
    super('the reader has stopped');
  }
}
