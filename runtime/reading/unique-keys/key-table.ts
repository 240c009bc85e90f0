/** Words of 32 bits of an entry: a hash, and the reference to its key in the log, which is never 0. */
export const ENTRY_WORDS = 2;

/** Slots after the last one for the entries that belong there but find their own slots used. */
const SPARE_SLOTS = 4096;
/** Share of the slots that may be used. With more, searching becomes slow. Until it has all slots, the table grows earlier. */
const MAX_LOAD = 0.8;
const GROWING_LOAD = 0.6;
const GROWTH = 4;
const HASHES = 2 ** 32;

/**
 * A hash table with linear probing. It holds hashes with references, in 8 bytes each. The upper bits of a hash determine
 * its slot, so the entries are nearly sorted. For that reason, the table grows and is sorted in place, from one end to
 * the other.
 */
export class KeyTable {
  /** All slots that the table may have. The system provides memory only for the parts that are written to. */
  readonly #entries: Uint32Array;
  readonly #maxSlots: number;
  #slots: number;
  #count = 0;

  /** @param maxSlots the number of slots up to which the table grows */
  constructor(slots: number, maxSlots: number) {
    this.#entries = new Uint32Array((maxSlots + SPARE_SLOTS) * ENTRY_WORDS);
    this.#slots = slots;
    this.#maxSlots = maxSlots;
  }

  /** Returns the slot where the search for a hash begins. */
  slotOf(hash: number): number {
    return Math.floor(hash * (this.#slots / HASHES));
  }

  /** Searches for a hash from a slot on. Returns its slot; if it is not there, the complement (~) of a free slot. */
  find(hash: number, from: number): number {
    const entries = this.#entries;
    for (let slot = from; ; slot++) {
      if (entries[slot * ENTRY_WORDS + 1] === 0) return ~slot;
      if (entries[slot * ENTRY_WORDS] === hash) return slot;
    }
  }

  /** Returns the reference in a used slot. */
  referenceAt(slot: number): number {
    return this.#entries[slot * ENTRY_WORDS + 1] as number;
  }

  get #maxCount(): number {
    return this.#slots * (this.#slots < this.#maxSlots ? GROWING_LOAD : MAX_LOAD);
  }

  /** Whether the table has room for this many hashes more. */
  hasRoomFor(more: number): boolean {
    return this.#count + more < this.#maxCount;
  }

  /**
   * Reads the slots where the searches for hashes begin. Their memory is fetched at the same time, so that the searches
   * do not wait for it one after another. Returns a number without a meaning: without one, V8 would leave out the reading.
   */
  fetch(hashes: Uint32Array, count: number): number {
    const entries = this.#entries;
    const slotsPerHash = this.#slots / HASHES;
    let any = 0;
    for (let index = 0; index < count; index++) {
      const slot = Math.floor((hashes[index] as number) * slotsPerHash);
      any |= entries[slot * ENTRY_WORDS + 1] as number;
    }
    return any;
  }

  /** Frees the slot of the hash that was put last. */
  remove(slot: number): void {
    this.#entries[slot * ENTRY_WORDS + 1] = 0;
    this.#count--;
  }

  /** Uses a free slot for a hash. Returns false if the table is full now: it must grow or be emptied. */
  put(slot: number, hash: number, reference: number): boolean {
    this.#entries[slot * ENTRY_WORDS] = hash;
    this.#entries[slot * ENTRY_WORDS + 1] = reference;
    this.#count++;
    // The last slot remains free, so that each search ends.
    return this.#count < this.#maxCount && slot < this.#slots + SPARE_SLOTS - 2;
  }

  /** Adds slots. Returns false if the table has all of its slots already. */
  grow(): boolean {
    if (this.#slots === this.#maxSlots) return false;
    const entries = this.#entries;
    const end = this.#slots + SPARE_SLOTS;
    this.#slots = Math.min(this.#maxSlots, GROWTH * this.#slots);
    // From the end on, entries move to higher slots, where no old entries are left. Only a few at the beginning do not.
    const others: number[] = [];
    for (let slot = end - 1; slot >= 0; slot--) {
      const at = slot * ENTRY_WORDS;
      const reference = entries[at + 1] as number;
      if (reference === 0) continue;
      const hash = entries[at] as number;
      entries[at + 1] = 0;
      if (this.slotOf(hash) >= slot) this.#add(hash, reference);
      else others.push(hash, reference);
    }
    for (let at = 0; at < others.length; at += 2) this.#add(others[at] as number, others[at + 1] as number);
    return true;
  }

  /** Adds all entries of a table with fewer slots. */
  addAll(other: KeyTable): void {
    const entries = other.#entries;
    for (let at = 0; at < entries.length; at += ENTRY_WORDS)
      if (entries[at + 1] !== 0) this.#add(entries[at] as number, entries[at + 1] as number);
    this.#count = other.#count;
  }

  /** Passes all entries to `use` in ascending order of their hashes, and empties the table. */
  takeSorted(use: (sorted: Uint32Array) => void): void {
    const entries = this.#entries;
    let to = 0;
    for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
      const reference = entries[at + 1] as number;
      if (reference === 0) continue;
      const hash = entries[at] as number;
      let place = to;
      for (; place > 0 && (entries[place - 2] as number) > hash; place -= ENTRY_WORDS) {
        entries[place] = entries[place - 2] as number;
        entries[place + 1] = entries[place - 1] as number;
      }
      entries[place] = hash;
      entries[place + 1] = reference;
      to += ENTRY_WORDS;
    }
    use(entries.subarray(0, to));
    entries.fill(0);
    this.#count = 0;
  }

  #add(hash: number, reference: number): void {
    let slot = this.slotOf(hash);
    while (this.#entries[slot * ENTRY_WORDS + 1] !== 0) slot++;
    this.#entries[slot * ENTRY_WORDS] = hash;
    this.#entries[slot * ENTRY_WORDS + 1] = reference;
  }
}
