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
  let waiting: Put<T> | null = null;
  let ended: { error?: unknown } | null = null;
  let isLeft = false;
  let wake = (): void => {};

  function leave(): void {
    isLeft = true;
    waiting?.reject(new Error('nobody reads this any more'));
    waiting = null;
  }

  return {
    put: (value) => new Promise((resolve, reject) => {
      if (isLeft) return reject(new Error('nobody reads this any more'));
      waiting = { value, resolve, reject };
      wake();
    }),
    end(reason) {
      ended = reason ?? {};
      wake();
    },
    async *taken(onLeave) {
      try {
        for (;;) {
          // Whoever puts and ends does so one after the other, so that a value is never overtaken by the end.
          const put: Put<T> | null = waiting;
          if (put !== null) {
            waiting = null;
            yield put.value;
            put.resolve();
          } else if (ended !== null) {
            if ('error' in ended) throw ended.error;
            return;
          } else {
            await new Promise<void>((resolve) => (wake = resolve));
          }
        }
      } finally {
        leave();
        await onLeave();
      }
    },
  };
}
