/** Steps for one record: BASE, or PER_UNIT for each UTF-16 unit of its longest text, but never more than MAX. */
const BASE = 4_000_000;
const PER_UNIT = 64;
const MAX = 256_000_000;
/** Steps per UTF-16 unit that cost nothing: what a pattern needs that reads each character a few times. */
const FREE_PER_UNIT = 8;

/**
 * The steps of the record that is being read. All its corrections, expressions and lookups share them, so that a record
 * takes a limited time however many of them a spec has. Work that grows only with the length of a text is free, because the
 * length of a record and the number of rules limit it. Therefore both readers count the same.
 */
class RecordSteps {
  #used = 0;
  #allowed = BASE;

  /** Begins the next record. */
  begin(): void {
    this.#used = 0;
    this.#allowed = BASE;
  }

  /** Returns how many steps a text of `units` UTF-16 units may take, at most `most`. 0 or less: the record has none left. */
  left(units: number, most: number): number {
    this.#allowed = Math.max(this.#allowed, Math.min(MAX, PER_UNIT * units));
    const left = this.#allowed - this.#used;
    return left <= 0 ? 0 : Math.min(most, left + FREE_PER_UNIT * units);
  }

  /** Counts the steps that a text of `units` UTF-16 units has taken. */
  take(steps: number, units: number): void {
    this.#used += Math.max(0, steps - FREE_PER_UNIT * units);
  }
}

/** The steps of the record that this thread reads. Reading a record never waits, so there is one at a time. */
export const recordSteps = new RecordSteps();
