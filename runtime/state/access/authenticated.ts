import type { Principal } from './principal.ts';

/** Who the caller is, or why the request is not authenticated. `reason` completes a sentence: "the request …". */
export type Authenticated = { kind: 'known'; principal: Principal } | { kind: 'refused'; reason: string };

/** Returns the outcome for a caller that was recognised. */
export function known(principal: Principal): Authenticated {
  return { kind: 'known', principal };
}

/** Returns the outcome for a caller that was not recognised. */
export function refused(reason: string): Authenticated {
  return { kind: 'refused', reason };
}
