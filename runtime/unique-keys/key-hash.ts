/** The 64 bits of a hash as two unsigned 32-bit numbers. */
export interface KeyHash {
  high: number;
  low: number;
}

/**
 * Hashes a key of a rule to 64 bits and stores them in `out`. Two rounds of multiplication with different constants mix
 * each UTF-16 unit (MurmurHash3's finalizer). `seed` makes the hashes of a run unpredictable. Equal hashes are confirmed
 * elsewhere, so the hash affects only the speed.
 */
export function hashKey(rule: number, key: string, seed: number, out: KeyHash): void {
  let high = seed ^ rule;
  let low = ~seed ^ Math.imul(rule, 0x9e3779b1);
  for (let index = 0; index < key.length; index++) {
    const unit = key.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193) + (low >>> 13);
    low = Math.imul(low ^ unit, 0x5bd1e995) + (high >>> 15);
  }
  out.high = finish(high ^ key.length);
  out.low = finish(low ^ out.high);
}

function finish(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
