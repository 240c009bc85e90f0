import type { KeyRun } from './key-run.ts';
import type { KeyTable } from './key-table.ts';

/** The number of keys of a group. A range of the fast reader seldom has more records. */
const MAX_KEYS = 8192;
/** A group fills at most this share of the slots of the table. */
const MAX_SHARE = 1 / 4;

/** The keys that are checked together, in the order of their records. */
export class KeyGroup {
  count = 0;
  /** The hash of each key, the reference to it in the log, and its slot in the table. */
  readonly #hashes: Uint32Array;
  readonly #references: Uint32Array;
  readonly #slots: Uint32Array;
  /** Makes V8 keep the code that fetches memory. */
  fetched = 0;

  /** @param slots the number of slots that the table has at most */
  constructor(slots: number) {
    const keys = Math.min(MAX_KEYS, Math.floor(slots * MAX_SHARE));
    this.#hashes = new Uint32Array(keys);
    this.#references = new Uint32Array(keys);
    this.#slots = new Uint32Array(keys);
  }

  get isFull(): boolean {
    return this.count === this.#hashes.length;
  }

  add(hash: number, reference: number): void {
    this.#hashes[this.count] = hash;
    this.#references[this.count++] = reference;
  }

  /**
   * Puts all keys into a table. `isEqual` compares two references. Returns false, and puts none, if one equals another
   * or one that the table or a run has. The table must have room for all.
   */
  moveTo(table: KeyTable, runs: readonly KeyRun[], isEqual: (known: number, kept: number) => boolean): boolean {
    this.fetched |= table.fetch(this.#hashes, this.count);
    for (let index = 0; index < this.count; index++) {
      const hash = this.#hashes[index] as number;
      const reference = this.#references[index] as number;
      let slot = table.find(hash, table.slotOf(hash));
      while (slot >= 0 && !isEqual(table.referenceAt(slot), reference)) slot = table.find(hash, slot + 1);
      if (slot >= 0) return this.#takeBack(table, index);
      this.#slots[index] = ~slot;
      if (!table.put(~slot, hash, reference)) return this.#takeBack(table, index + 1);
    }
    for (const run of runs)
      if (run.findAny(this.#hashes, this.#references, this.count, isEqual)) return this.#takeBack(table, this.count);
    return true;
  }

  /** Frees the slots of the first `count` keys, the last one first, so that each search ends where it did before. */
  #takeBack(table: KeyTable, count: number): false {
    for (let index = count - 1; index >= 0; index--) table.remove(this.#slots[index] as number);
    return false;
  }
}
