import { exposeCollection } from './collect-garbage.ts';

/** Buffers of this many bytes may wait for their collection. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Returns a function to call with the size of each large buffer that this thread uses only briefly. V8 alone lets buffers
 * of 64 MB wait in each thread, because it sees only their small objects.
 */
export function collectBuffers(): (bytes: number) => void {
  let collect: (() => void) | null = null;
  let waiting = 0;
  return (bytes) => {
    waiting += bytes;
    if (waiting < MAX_BYTES) return;
    waiting = 0;
    // It creates a context, which takes longer than the run of a small file.
    collect ??= exposeCollection();
    collect();
  };
}
