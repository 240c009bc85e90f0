/** Bits of the filter for each hash. With six probes, about 2 of 100 searches for other hashes find something. */
const BITS_PER_HASH = 10;
/** Words of 32 bits of a block: as many as a cache line. */
const BLOCK_WORDS = 16;
const BLOCK_BITS = BLOCK_WORDS * 32;
const PROBE_BITS = 9;

/**
 * A Bloom filter of hashes. All bits of a hash are in one block, so that a search touches one cache line: Putze, Sanders
 * and Singler, "Cache-, hash- and space-efficient Bloom filters", 2007.
 */
export class KeyFilter {
  readonly #words: Uint32Array;
  readonly #blocks: number;

  constructor(hashes: number) {
    this.#blocks = Math.max(1, Math.ceil((hashes * BITS_PER_HASH) / BLOCK_BITS));
    this.#words = new Uint32Array(this.#blocks * BLOCK_WORDS);
  }

  add(hash: number): void {
    const block = this.#blockOf(hash);
    for (let bits = mix(hash), half = 0; half < 2; half++, bits = mix(~hash))
      for (let probe = 0; probe < 3; probe++, bits >>>= PROBE_BITS) {
        const bit = bits & (BLOCK_BITS - 1);
        this.#words[block + (bit >>> 5)]! |= 1 << (bit & 31);
      }
  }

  /** Whether a hash may have been added. False: it has not. */
  mayContain(hash: number): boolean {
    const block = this.#blockOf(hash);
    for (let bits = mix(hash), half = 0; half < 2; half++, bits = mix(~hash))
      for (let probe = 0; probe < 3; probe++, bits >>>= PROBE_BITS) {
        const bit = bits & (BLOCK_BITS - 1);
        if (((this.#words[block + (bit >>> 5)] as number) & (1 << (bit & 31))) === 0) return false;
      }
    return true;
  }

  /** Returns the index, from `from` on, of the next hash that may have been added. `count` if there is none. */
  next(hashes: Uint32Array, from: number, count: number): number {
    let index = from;
    while (index < count && !this.mayContain(hashes[index] as number)) index++;
    return index;
  }

  /** Returns the index of the first word of the block of a hash. */
  #blockOf(hash: number): number {
    return Math.floor((hash / 2 ** 32) * this.#blocks) * BLOCK_WORDS;
  }
}

/** The upper bits of a hash select its block, so the bits inside must depend on the lower ones. */
function mix(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return (bits ^ (bits >>> 15)) >>> 0;
}
