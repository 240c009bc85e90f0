import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Buffers of this many bytes may wait for their collection. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Returns a function to call with the size of each large buffer that this thread uses only briefly. V8 alone lets buffers
 * of 64 MB wait in each thread, because it sees only their small objects.
 */
export function collectBuffers(): (bytes: number) => void {
  setFlagsFromString('--expose-gc');
  // The cast is safe: the flag defines the function in new contexts.
  const collect = runInNewContext('gc') as () => void;
  let waiting = 0;
  return (bytes) => {
    waiting += bytes;
    if (waiting < MAX_BYTES) return;
    waiting = 0;
    collect();
  };
}
