import { syncToDisk } from './sync-to-disk.ts';

/**
 * Returns a function that flushes a file or folder to disk, like syncToDisk(). Calls that wait at the same time share
 * one flush, which starts after all of them. Throws the system's error.
 */
export function createSharedSync(path: string, sync = syncToDisk): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    next = null;
    running = sync(path).finally(() => (running = null));
    return running;
  }

  return () => {
    if (running === null) return start();
    // The flush that is running may have started too early for this call.
    next ??= running.then(start, start);
    return next;
  };
}
