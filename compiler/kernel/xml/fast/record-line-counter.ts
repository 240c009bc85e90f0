import { LineCounter } from '../position/line-counter.ts';

/** Counts the lines of the records in a range that a fast reader accepts. */
export class RecordLineCounter {
  /** Index after the accepted records, and their line count. */
  acceptedEnd = 0;
  readonly accepted = new LineCounter();
  /** Line count of the last found record. Its indexes are those of `fastBuffers.input`. */
  readonly last = new LineCounter();
  lastEnd = -1;
  #rangeOffset = 0;

  /** Starts a range at index `at` of its bytes. */
  begin(at: number): void {
    this.acceptedEnd = at;
    this.accepted.reset();
    this.last.reset();
    this.lastEnd = -1;
  }

  /** Sets the index in the range's bytes that corresponds to `fastBuffers.input[0]`. */
  setOrigin(rangeOffset: number): void {
    this.#rangeOffset = rangeOffset;
  }

  /**
   * Called before each record, and at the end of the range, with its index in the range's bytes. If it directly follows
   * the last found record, that record has been accepted.
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
