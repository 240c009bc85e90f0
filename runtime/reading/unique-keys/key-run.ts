import { closeSync, readSync, writeSync } from 'node:fs';
import { KeyFilter } from './key-filter.ts';
import { ENTRY_WORDS } from './key-table.ts';

/** Number of hashes in a block, which is read at once. */
const BLOCK_ENTRIES = 64;
const BLOCK_WORDS = BLOCK_ENTRIES * ENTRY_WORDS;
const BLOCK_BYTES = BLOCK_WORDS * 4;

/**
 * A sorted run of hashes on disk. A filter in memory avoids almost all readings for hashes that the run does not
 * contain, and the first hash of each block leads to the block to read.
 */
export class KeyRun {
  readonly #file: number;
  readonly #entries: number;
  readonly #filter: KeyFilter;
  /** The first hash of each block. */
  readonly #first: Uint32Array;
  readonly #block = new Uint32Array(BLOCK_WORDS);

  /**
   * Writes the run. Throws the system's error.
   * @param file the descriptor of an empty file, which the run closes
   * @param sorted the entries, in ascending order of their hashes
   */
  constructor(file: number, sorted: Uint32Array) {
    this.#file = file;
    this.#entries = sorted.length / ENTRY_WORDS;
    this.#filter = new KeyFilter(this.#entries);
    this.#first = new Uint32Array(Math.ceil(this.#entries / BLOCK_ENTRIES));
    const bytes = new Uint8Array(sorted.buffer, sorted.byteOffset, sorted.byteLength);
    for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from, bytes.length - from, from);
    for (let index = 0; index < this.#entries; index++) {
      const hash = sorted[index * ENTRY_WORDS] as number;
      this.#filter.add(hash);
      if (index % BLOCK_ENTRIES === 0) this.#first[index / BLOCK_ENTRIES] = hash;
    }
  }

  /** Calls `found` with the reference of each equal hash until it returns a value. Returns that value, or null. */
  find<T>(hash: number, found: (reference: number) => T | null): T | null {
    if (!this.#filter.mayContain(hash)) return null;
    for (let block = this.#blockBefore(hash); block * BLOCK_ENTRIES < this.#entries; block++) {
      const length = this.#readBlock(block);
      for (let at = 0; at < length; at += ENTRY_WORDS) {
        const other = this.#block[at] as number;
        if (other > hash) return null;
        const value = other < hash ? null : found(this.#block[at + 1] as number);
        if (value !== null) return value;
      }
    }
    return null;
  }

  /** Returns whether one of several keys is in the run. `isEqual` compares a reference of the run with one of the keys. */
  findAny(
    hashes: Uint32Array,
    references: Uint32Array,
    count: number,
    isEqual: (known: number, reference: number) => boolean,
  ): boolean {
    for (
      let index = this.#filter.next(hashes, 0, count);
      index < count;
      index = this.#filter.next(hashes, index + 1, count)
    ) {
      const reference = references[index] as number;
      const found = this.find(hashes[index] as number, (known) => (isEqual(known, reference) ? known : null));
      if (found !== null) return true;
    }
    return false;
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#file);
  }

  /** Returns the last block that begins before a hash. Equal hashes may begin in it. */
  #blockBefore(hash: number): number {
    let from = 0;
    let to = this.#first.length - 1;
    while (from < to) {
      const middle = Math.ceil((from + to) / 2);
      if ((this.#first[middle] ?? 0) < hash) from = middle;
      else to = middle - 1;
    }
    return from;
  }

  /** Reads a block. Returns its length in words. */
  #readBlock(block: number): number {
    const bytes = new Uint8Array(this.#block.buffer);
    const words = Math.min(BLOCK_WORDS, this.#entries * ENTRY_WORDS - block * BLOCK_WORDS);
    for (let from = 0; from < words * 4; ) {
      const read = readSync(this.#file, bytes, from, words * 4 - from, block * BLOCK_BYTES + from);
      if (read === 0) throw new Error('a run of the keys of UNIQUE rules is shorter than what was written');
      from += read;
    }
    return words;
  }
}
