import type { KeyHash } from './key-hash.ts';

/** A hash, and the offset of its key in the log. */
export interface KeyEntry extends KeyHash {
  offset: number;
}

/** A hash table of fixed size. It holds hashes with the offsets of their keys, in 16 bytes each. */
export class KeyTable {
  readonly #hashes: Uint32Array;
  /** The offset of each key plus 1. 0: the slot is free. */
  readonly #offsets: Float64Array;
  readonly #mask: number;
  #count = 0;

  /** @param slots the number of slots, a power of two */
  constructor(slots: number) {
    this.#hashes = new Uint32Array(slots * 2);
    this.#offsets = new Float64Array(slots);
    this.#mask = slots - 1;
  }

  /** Number of hashes. */
  get count(): number {
    return this.#count;
  }

  /** Whether the table is so full that searching would become slow. */
  get isFull(): boolean {
    return this.#count >= this.#mask * 0.7;
  }

  /** Calls `found` with the offset of each equal hash until it returns a value. Returns that value, or null. */
  find<T>({ high, low }: KeyHash, found: (offset: number) => T | null): T | null {
    for (let slot = low & this.#mask; this.#offsets[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#hashes[slot * 2] !== high || this.#hashes[slot * 2 + 1] !== low) continue;
      const value = found((this.#offsets[slot] ?? 0) - 1);
      if (value !== null) return value;
    }
    return null;
  }

  /** Adds a hash. The table must not be full. */
  add({ high, low, offset }: KeyEntry): void {
    let slot = low & this.#mask;
    while (this.#offsets[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#hashes[slot * 2] = high;
    this.#hashes[slot * 2 + 1] = low;
    this.#offsets[slot] = offset + 1;
    this.#count++;
  }

  /** Returns all hashes in ascending order, as the bytes of a run, and empties the table. */
  takeSorted(): Buffer {
    const slots = new Uint32Array(this.#count);
    let found = 0;
    for (const [slot, offset] of this.#offsets.entries()) if (offset !== 0) slots[found++] = slot;
    slots.sort((first, second) => this.#compare(first, second));
    const bytes = Buffer.allocUnsafe(this.#count * ENTRY_BYTES);
    for (const [index, slot] of slots.entries()) {
      bytes.writeUInt32LE(this.#hashes[slot * 2] ?? 0, index * ENTRY_BYTES);
      bytes.writeUInt32LE(this.#hashes[slot * 2 + 1] ?? 0, index * ENTRY_BYTES + 4);
      bytes.writeDoubleLE((this.#offsets[slot] ?? 0) - 1, index * ENTRY_BYTES + 8);
    }
    this.#offsets.fill(0);
    this.#count = 0;
    return bytes;
  }

  #compare(first: number, second: number): number {
    const high = (this.#hashes[first * 2] ?? 0) - (this.#hashes[second * 2] ?? 0);
    return high !== 0 ? high : (this.#hashes[first * 2 + 1] ?? 0) - (this.#hashes[second * 2 + 1] ?? 0);
  }
}

/** Size of a hash with its offset in a run, in bytes. */
export const ENTRY_BYTES = 16;
