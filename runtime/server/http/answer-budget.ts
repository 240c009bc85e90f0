/** Bounds the memory of responses that clients have not read yet, in all and of one caller. */
export interface AnswerBudget {
  /**
   * Waits until `bytes` are free, and returns a function that frees them again; it may be called twice. More than a caller
   * may have is cut to that. Waiting requests begin in order, but one of a caller at its limit does not delay others.
   * Throws the reason of `signal` if it is aborted.
   */
  take(caller: string, bytes: number, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly caller: string;
  readonly bytes: number;
  start(release: () => void): void;
}

/** Creates a budget. */
export function createAnswerBudget({ max, maxPerCaller }: { max: number; maxPerCaller: number }): AnswerBudget {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let all = 0;

  function enter(caller: string, bytes: number): (() => void) | null {
    const own = taken.get(caller) ?? 0;
    if (all + bytes > max || own + bytes > maxPerCaller) return null;
    taken.set(caller, own + bytes);
    all += bytes;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      leave(caller, bytes);
    };
  }

  function leave(caller: string, bytes: number): void {
    const left = (taken.get(caller) ?? bytes) - bytes;
    if (left === 0) taken.delete(caller);
    else taken.set(caller, left);
    all -= bytes;
    for (const next of waiting) {
      const release = enter(next.caller, next.bytes);
      if (release === null) continue;
      waiting.delete(next);
      next.start(release);
    }
  }

  return {
    take(caller, wanted, signal) {
      signal.throwIfAborted();
      const bytes = Math.min(wanted, max, maxPerCaller);
      const release = enter(caller, bytes);
      if (release !== null) return Promise.resolve(release);
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          waiting.delete(next);
          reject(signal.reason);
        };
        const next: Waiting = {
          caller,
          bytes,
          start(free) {
            signal.removeEventListener('abort', abort);
            resolve(free);
          },
        };
        waiting.add(next);
        signal.addEventListener('abort', abort, { once: true });
      });
    },
  };
}

/** A response up to this size is in the buffers of the system, whether its client reads it or not. In bytes. */
export const SMALL_BYTES = 64 * 1024;

/** Returns the response, and calls `release` when its client has read it or is gone. */
export function releaseWhenRead(response: Response, release: () => void, signal: AbortSignal): Response {
  const { body, status, statusText, headers } = response;
  if (body === null || Number(headers.get('content-length') ?? Infinity) <= SMALL_BYTES) {
    release();
    return response;
  }
  const reader = body.getReader();
  signal.addEventListener('abort', release, { once: true });
  const end = (): void => {
    signal.removeEventListener('abort', release);
    release();
  };
  const held = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          end();
          throw error;
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(held, { status, statusText, headers });
}
