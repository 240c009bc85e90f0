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

  add(high: number, low: number): void {
    const block = this.#blockOf(high);
    for (let bits = low, half = 0; half < 2; half++, bits = mix(low))
      for (let probe = 0; probe < 3; probe++, bits >>>= PROBE_BITS) {
        const bit = bits & (BLOCK_BITS - 1);
        this.#words[block + (bit >>> 5)]! |= 1 << (bit & 31);
      }
  }

  /** Whether a hash may have been added. False: it has not. */
  mayContain(high: number, low: number): boolean {
    const block = this.#blockOf(high);
    for (let bits = low, half = 0; half < 2; half++, bits = mix(low))
      for (let probe = 0; probe < 3; probe++, bits >>>= PROBE_BITS) {
        const bit = bits & (BLOCK_BITS - 1);
        if (((this.#words[block + (bit >>> 5)] as number) & (1 << (bit & 31))) === 0) return false;
      }
    return true;
  }

  /** Returns the index of the first word of the block of a hash. */
  #blockOf(high: number): number {
    return Math.floor((high / 2 ** 32) * this.#blocks) * BLOCK_WORDS;
  }
}

function mix(low: number): number {
  return Math.imul(low ^ (low >>> 15), 0x9e3779b1) >>> 0;
}
