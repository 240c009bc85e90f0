import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the function that collects the garbage of this thread at once. */
export function exposeCollection(): () => void {
  setFlagsFromString('--expose-gc');
  // The cast is safe: the flag defines the function in new contexts.
  return runInNewContext('gc') as () => void;
}
