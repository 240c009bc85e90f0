/** Hands values from one who makes them to one who iterates, at the pace of the latter: nothing is held in between. */
export interface HandOver<T> {
  /** Resolves when the value was taken and more is wanted; rejects where nobody takes any more. */
  put(value: T): Promise<void>;
  /** No more will come; where `reason` is given the taker meets it. */
  end(reason?: { error: unknown }): void;
  /** What is put. `onLeave` is called once, when the taker is at the end or has left. */
  taken(onLeave: () => Promise<void>): AsyncGenerator<T>;
}

interface Put<T> {
  value: T;
  resolve(): void;
  reject(error: Error): void;
}

export function makeHandOver<T>(): HandOver<T> {
  // Whoever puts and ends does so one after the other, so that a value is never overtaken by the end.
  let put: Put<T> | null = null;
  let ended: { error?: unknown } | null = null;
  let isLeft = false;
  let wake = (): void => {};
  const change = (): Promise<void> => new Promise((resolve) => (wake = resolve));

  return {
    put: (value) =>
      new Promise((resolve, reject) => {
        if (isLeft) return reject(new NobodyTakes());
        put = { value, resolve, reject };
        wake();
      }),
    end(reason) {
      ended = reason ?? {};
      wake();
    },
    async *taken(onLeave) {
      try {
        while (put !== null || ended === null) {
          if (put === null) {
            await change();
            continue;
          }
          yield put.value;
          const { resolve } = put;
          put = null;
          resolve();
        }
        if ('error' in ended) throw ended.error;
      } finally {
        isLeft = true;
        put?.reject(new NobodyTakes());
        await onLeave();
      }
    },
  };
}

class NobodyTakes extends Error {
  constructor() {
    super('nobody reads this any more');
  }
}
