import type { ReadableFile } from '../reading/source/spool.ts';

/** Waits for `work`. Throws the reason of `signal` as soon as it is aborted. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = createPromise();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function createPromise(): { promise: Promise<never>; reject(reason: unknown): void } {
  let reject = (_: unknown): void => {};
  const promise = new Promise<never>((_, fail) => (reject = fail));
  return { promise, reject };
}

/**
 * Opens a spooled file. When `signal` is aborted, closes it, so that no thread waits for its bytes, and throws the reason
 * if the file is not open yet. The caller closes the file, too.
 */
export async function openUntilAborted(open: () => Promise<ReadableFile>, signal: AbortSignal): Promise<ReadableFile> {
  signal.throwIfAborted();
  const opening = open();
  const close = (): void => void opening.then((file) => file.close()).catch(() => {});
  signal.addEventListener('abort', close, { once: true });
  return untilAborted(opening, signal);
}
