import type { KeyHash } from './key-hash.ts';

/** A hash, and the offset of its key in the log. */
export interface KeyEntry extends KeyHash {
  offset: number;
}

/** Words of 32 bits of an entry: the upper and the lower half of the hash, and those of the offset of the key plus 1. */
export const ENTRY_WORDS = 4;

/** The sort uses at most this number of upper bits of a hash to find its place. */
const MAX_BUCKET_BITS = 20;
const HALF = 2 ** 32;

/** Returns the offset of the key of an entry, which begins at an index; -1 if the place is free. */
export function offsetAt(entries: Uint32Array, at: number): number {
  return (entries[at + 2] as number) * HALF + (entries[at + 3] as number) - 1;
}

/** A hash table of fixed size. It holds hashes with the offsets of their keys, in 16 bytes each. */
export class KeyTable {
  readonly #entries: Uint32Array;
  readonly #mask: number;
  #count = 0;

  /** @param slots the number of slots, a power of two */
  constructor(slots: number) {
    this.#entries = new Uint32Array(slots * ENTRY_WORDS);
    this.#mask = slots - 1;
  }

  /** Whether the table is so full that searching would become slow. */
  get isFull(): boolean {
    return this.#count >= this.#mask * 0.7;
  }

  /** Calls `found` with the offset of each equal hash until it returns a value. Returns that value, or null. */
  find<T>({ high, low }: KeyHash, found: (offset: number) => T | null): T | null {
    const entries = this.#entries;
    for (let slot = low & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * ENTRY_WORDS;
      if (offsetAt(entries, at) < 0) return null;
      if (entries[at] !== high || entries[at + 1] !== low) continue;
      const value = found(offsetAt(entries, at));
      if (value !== null) return value;
    }
  }

  /** Adds a hash. The table must not be full. */
  add({ high, low, offset }: KeyEntry): void {
    const at = this.#freePlace(low);
    const stored = offset + 1;
    this.#entries[at] = high;
    this.#entries[at + 1] = low;
    this.#entries[at + 2] = Math.floor(stored / HALF);
    this.#entries[at + 3] = stored >>> 0;
    this.#count++;
  }

  /** Adds all hashes of a smaller table. */
  addAll(other: KeyTable): void {
    const entries = other.#entries;
    for (let at = 0; at < entries.length; at += ENTRY_WORDS)
      if (offsetAt(entries, at) >= 0) copyEntry(entries, at, this.#entries, this.#freePlace(entries[at + 1] as number));
    this.#count += other.#count;
  }

  /** Returns the entries of all hashes in ascending order, and empties the table. */
  takeSorted(): Uint32Array {
    const sorted = sortEntries(this.#entries, this.#count);
    this.#entries.fill(0);
    this.#count = 0;
    return sorted;
  }

  #freePlace(low: number): number {
    let slot = low & this.#mask;
    while (offsetAt(this.#entries, slot * ENTRY_WORDS) >= 0) slot = (slot + 1) & this.#mask;
    return slot * ENTRY_WORDS;
  }
}

/**
 * Returns the `count` entries of the used slots in ascending order of their hashes. The hashes are evenly distributed: the
 * upper bits lead to the right place, except for a few neighbours.
 */
function sortEntries(slots: Uint32Array, count: number): Uint32Array {
  const shift = 32 - Math.min(MAX_BUCKET_BITS, Math.max(1, Math.ceil(Math.log2(count + 1))));
  const ends = new Uint32Array(2 ** (32 - shift) + 1);
  for (let at = 0; at < slots.length; at += ENTRY_WORDS)
    if (offsetAt(slots, at) >= 0) ends[((slots[at] as number) >>> shift) + 1]!++;
  for (let bucket = 1; bucket < ends.length; bucket++) ends[bucket]! += ends[bucket - 1] as number;
  const sorted = new Uint32Array(count * ENTRY_WORDS);
  for (let at = 0; at < slots.length; at += ENTRY_WORDS)
    if (offsetAt(slots, at) >= 0) copyEntry(slots, at, sorted, ends[(slots[at] as number) >>> shift]!++ * ENTRY_WORDS);
  sortNeighbours(sorted);
  return sorted;
}

/** Sorts entries that are nearly in their places. */
function sortNeighbours(entries: Uint32Array): void {
  const entry = new Uint32Array(ENTRY_WORDS);
  for (let next = ENTRY_WORDS; next < entries.length; next += ENTRY_WORDS) {
    const high = entries[next] as number;
    const low = entries[next + 1] as number;
    let at = next;
    if (!isGreater(entries, at - ENTRY_WORDS, high, low)) continue;
    copyEntry(entries, next, entry, 0);
    for (; at > 0 && isGreater(entries, at - ENTRY_WORDS, high, low); at -= ENTRY_WORDS)
      copyEntry(entries, at - ENTRY_WORDS, entries, at);
    copyEntry(entry, 0, entries, at);
  }
}

function isGreater(entries: Uint32Array, at: number, high: number, low: number): boolean {
  const other = entries[at] as number;
  return other === high ? (entries[at + 1] as number) > low : other > high;
}

function copyEntry(from: ArrayLike<number>, at: number, to: Uint32Array, target: number): void {
  for (let word = 0; word < ENTRY_WORDS; word++) to[target + word] = from[at + word] as number;
}
