import { closeSync, readSync, writeSync } from 'node:fs';
import type { KeyHash } from './key-hash.ts';
import { ENTRY_BYTES } from './key-table.ts';

/** Number of hashes in a block, which is read at once. */
const BLOCK_ENTRIES = 256;
const BLOCK_BYTES = BLOCK_ENTRIES * ENTRY_BYTES;
/** Bits of the filter for each hash, and number of bits that a hash sets: about 1 in 100 searches reads in vain. */
const FILTER_BITS = 10;
const FILTER_PROBES = 6;

/**
 * A sorted run of hashes on disk. A Bloom filter in memory avoids almost all readings for hashes that the run does not
 * contain, and the first hash of each block leads to the block to read.
 */
export class KeyRun {
  readonly #file: number;
  readonly #entries: number;
  readonly #filter: Uint32Array;
  readonly #filterBits: number;
  /** The upper and the lower half of the first hash of each block. */
  readonly #first: Uint32Array;
  readonly #block = Buffer.allocUnsafe(BLOCK_BYTES);

  /**
   * Writes the run. Throws the system's error.
   * @param file the descriptor of an empty file, which the run closes
   * @param sorted the hashes with their offsets, in ascending order
   */
  constructor(file: number, sorted: Buffer) {
    this.#file = file;
    this.#entries = sorted.length / ENTRY_BYTES;
    this.#filterBits = Math.max(32, this.#entries * FILTER_BITS);
    this.#filter = new Uint32Array(Math.ceil(this.#filterBits / 32));
    this.#first = new Uint32Array(Math.ceil(this.#entries / BLOCK_ENTRIES) * 2);
    for (let from = 0; from < sorted.length; ) from += writeSync(file, sorted, from, sorted.length - from, from);
    for (let index = 0; index < this.#entries; index++) {
      const hash = {
        high: sorted.readUInt32LE(index * ENTRY_BYTES),
        low: sorted.readUInt32LE(index * ENTRY_BYTES + 4),
      };
      for (let probe = 0; probe < FILTER_PROBES; probe++) {
        const bit = this.#bitOf(hash, probe);
        this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
      if (index % BLOCK_ENTRIES === 0) this.#first.set([hash.high, hash.low], (index / BLOCK_ENTRIES) * 2);
    }
  }

  /** Calls `found` with the offset of each equal hash until it returns a value. Returns that value, or null. */
  find<T>(hash: KeyHash, found: (offset: number) => T | null): T | null {
    if (!this.#mayContain(hash)) return null;
    for (let block = this.#blockBefore(hash); block * BLOCK_ENTRIES < this.#entries; block++) {
      const length = this.#readBlock(block);
      for (let at = 0; at < length; at += ENTRY_BYTES) {
        const order = compare(this.#block.readUInt32LE(at), this.#block.readUInt32LE(at + 4), hash);
        if (order > 0) return null;
        const value = order < 0 ? null : found(this.#block.readDoubleLE(at + 8));
        if (value !== null) return value;
      }
    }
    return null;
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#file);
  }

  #mayContain(hash: KeyHash): boolean {
    for (let probe = 0; probe < FILTER_PROBES; probe++) {
      const bit = this.#bitOf(hash, probe);
      if (((this.#filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }

  #bitOf({ high, low }: KeyHash, probe: number): number {
    return (high + probe * ((low | 1) >>> 0)) % this.#filterBits;
  }

  /** Returns the last block that begins before a hash. Equal hashes may begin in it. */
  #blockBefore(hash: KeyHash): number {
    let from = 0;
    let to = this.#first.length / 2 - 1;
    while (from < to) {
      const middle = Math.ceil((from + to) / 2);
      if (compare(this.#first[middle * 2] ?? 0, this.#first[middle * 2 + 1] ?? 0, hash) < 0) from = middle;
      else to = middle - 1;
    }
    return from;
  }

  #readBlock(block: number): number {
    const length = Math.min(BLOCK_BYTES, (this.#entries - block * BLOCK_ENTRIES) * ENTRY_BYTES);
    for (let from = 0; from < length; ) {
      const read = readSync(this.#file, this.#block, from, length - from, block * BLOCK_BYTES + from);
      if (read === 0) throw new Error('a run of the keys of UNIQUE rules is shorter than what was written');
      from += read;
    }
    return length;
  }
}

function compare(high: number, low: number, hash: KeyHash): number {
  return high === hash.high ? low - hash.low : high - hash.high;
}
