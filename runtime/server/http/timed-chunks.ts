import type { BodyTimes } from './connection-limits.ts';
import { Problem } from './problem.ts';

/**
 * Returns an iterator over the same chunks that throws a Problem (408) if a chunk does not arrive within `idleMs`, or
 * the end of the body within `requestMs`. A time of 0 means no limit. The time in which the caller processes a chunk
 * counts for `requestMs` only. Throws the reason of `signal` as soon as it is aborted.
 */
export function limitTimes(
  chunks: AsyncIterator<Uint8Array>,
  { idleMs, requestMs }: BodyTimes,
  signal?: AbortSignal,
): AsyncIterator<Uint8Array> & { stop(): void } {
  let reject: ((error: unknown) => void) | null = null;
  const onAbort = (): void => reject?.(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  let isLate = false;
  const idle = idleMs > 0 ? setTimeout(() => reject?.(tooSlow('no byte of the body arrived', idleMs)), idleMs) : null;
  const late = (): Problem => tooSlow('the body did not arrive', requestMs);
  const whole =
    requestMs > 0
      ? setTimeout(() => {
          isLate = true;
          reject?.(late());
        }, requestMs)
      : null;
  return {
    next: () =>
      new Promise((resolve, rejectNext) => {
        if (isLate) return rejectNext(late());
        if (signal?.aborted) return rejectNext(signal.reason);
        reject = rejectNext;
        idle?.refresh();
        chunks.next().then(
          (result) => {
            reject = null;
            resolve(result);
          },
          (error: unknown) => {
            reject = null;
            rejectNext(error);
          },
        );
      }),
    stop() {
      reject = null;
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(idle ?? undefined);
      clearTimeout(whole ?? undefined);
    },
  };
}

function tooSlow(what: string, ms: number): Problem {
  return new Problem('request_timeout', `${what} within ${ms / 1000} s`, { headers: { connection: 'close' } });
}
