import { randomFillSync } from 'node:crypto';

/** The secret numbers of a run, which make its hashes unpredictable. Both multipliers are odd. */
export interface HashSecret {
  readonly seed: number;
  readonly first: number;
  readonly second: number;
}

/** Draws the secret of a run. */
export function drawSecret(): HashSecret {
  const [seed = 0, first = 0, second = 0] = randomFillSync(new Int32Array(3));
  return { seed, first: first | 1, second: second | 1 };
}

/**
 * Returns a hash of 32 bits of a key of a rule, in the bytes from `from` to `to`. The bytes up to the next multiple of
 * four are 0. It is MurmurHash3 with secret multipliers. Equal hashes are confirmed elsewhere, so the hash affects only
 * the speed.
 */
export function hashKey(view: DataView, from: number, to: number, rule: number, secret: HashSecret): number {
  const { first, second } = secret;
  let hash = secret.seed ^ rule;
  for (let at = from; at < to; at += 4) {
    const word = Math.imul(view.getInt32(at, true), first);
    hash ^= Math.imul((word << 15) | (word >>> 17), second);
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0x6546b64;
  }
  hash ^= to - from;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
