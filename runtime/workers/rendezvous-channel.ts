/** Hands values from one who makes them to one who iterates, at the pace of the latter: nothing is held in between. */
export interface RendezvousChannel<T> {
  /** Resolves when the value was taken and more is wanted; rejects where nobody takes any more. */
  put(value: T): Promise<void>;
  /** No more will come; where `reason` is given the taker meets it. */
  end(reason?: { error: unknown }): void;
  /** What is put. `onClose` is called once, when the taker is at the end or has left. */
  values(onClose: () => Promise<void>): AsyncGenerator<T>;
}

interface PendingPut<T> {
  value: T;
  resolve(): void;
  reject(error: Error): void;
}

export function createRendezvousChannel<T>(): RendezvousChannel<T> {
  // Whoever puts and ends does so one after the other, so that a value is never overtaken by the end.
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
