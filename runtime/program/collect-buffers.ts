import { type Collect, exposeCollection } from './collect-garbage.ts';

/** Buffers of this many bytes may wait for their collection. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Returns a function to call with the size of each large buffer that this thread uses only briefly. V8 alone lets buffers
 * of 64 MB wait in each thread, because it sees only their small objects. `which`: what is collected. `young` takes a
 * tenth of a millisecond, but leaves buffers that were in use during the last two collections.
 */
export function collectBuffers(which: 'young' | 'all'): (bytes: number) => void {
  let collect: Collect | null = null;
  let waiting = 0;
  return (bytes) => {
    waiting += bytes;
    if (waiting < MAX_BYTES) return;
    waiting = 0;
    // It creates a context, which takes longer than the run of a small file.
    collect ??= exposeCollection();
    collect(which === 'young' ? { type: 'minor' } : undefined);
  };
}
