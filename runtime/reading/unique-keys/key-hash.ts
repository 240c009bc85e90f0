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
 * Adds the next four bytes of a key to its hash, which begins as the seed combined with the number of the rule. The last
 * bytes are followed by zeros. It is MurmurHash3 with secret multipliers. Equal hashes are confirmed elsewhere, so the
 * hash affects only the speed.
 */
export function addWord(hash: number, bytes: number, { first, second }: HashSecret): number {
  const word = Math.imul(bytes, first);
  const mixed = hash ^ Math.imul((word << 15) | (word >>> 17), second);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0x6546b64) | 0;
}

/** Returns the hash of a key of `length` bytes, a number of 32 bits. */
export function finishHash(words: number, length: number): number {
  let hash = words ^ length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
