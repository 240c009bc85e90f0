import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `work` has settled, at most `ms` milliseconds. Ignores its result and its error. */
export async function waitWithTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([work.catch(() => {}), late]);
  over.abort();
}
