import { type Collect, exposeCollection } from './collect-garbage.ts';

/**
 * Buffers of this many bytes may wait for their collection. V8 counts young ones as old memory, and marks the whole heap
 * when that exceeds a limit, which is small after an idle time: with 8 MiB, about a hundred times for 1 GB.
 */
const MAX_BYTES = { young: 2 * 1024 * 1024, all: 8 * 1024 * 1024 };

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
    if (waiting < MAX_BYTES[which]) return;
    waiting = 0;
    // It creates a context, which takes longer than the run of a small file.
    collect ??= exposeCollection();
    collect(which === 'young' ? { type: 'minor' } : undefined);
  };
}
