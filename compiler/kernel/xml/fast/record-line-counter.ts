import { LineCounter } from '../position/line-counter.ts';

/**
 * Counts the lines of the records in a range that the fast reader accepts. A record is "found" when its values have
 * been located, and "accepted" when the fast reader starts the next one.
 */
export class RecordLineCounter {
  /** `acceptedEnd`: index in the range's bytes after the accepted records. `accepted`: their line count. */
  acceptedEnd = 0;
  readonly accepted = new LineCounter();
  /**
   * `last`: line count of the record that was found last. Its indexes are those of `fastBuffers.input`. `lastEnd`:
   * index in `fastBuffers.input` after that record, or -1.
   */
  readonly last = new LineCounter();
  lastEnd = -1;
  #rangeOffset = 0;

  /** Starts a range, whose first record is at index `at` of `FastRange.input`. */
  begin(at: number): void {
    this.acceptedEnd = at;
    this.accepted.reset();
    this.last.reset();
    this.lastEnd = -1;
  }

  /** Sets the index in `FastRange.input` of the byte that is at index 0 of `fastBuffers.input`. */
  setOrigin(rangeOffset: number): void {
    this.#rangeOffset = rangeOffset;
  }

  /**
   * Called before each record, and at the end of the range, with its index in `FastRange.input`. If the index is the
   * end of the record that was found last, the fast reader has accepted that record.
   */
  startRecord(at: number): void {
    if (at === this.#rangeOffset + this.lastEnd) {
      this.accepted.add(this.last, this.#rangeOffset);
      this.acceptedEnd = at;
    }
    this.last.reset();
    this.lastEnd = -1;
  }
}
