import { LineCounter } from '../position/line-counter.ts';

/** The lines of the records of a stretch that were read fast. */
export class RecordLineCounter {
  /** Where the records end that were accepted, and their lines. */
  acceptedEnd = 0;
  readonly accepted = new LineCounter();
  /** Of the record that was found last: its places count from `origin`. */
  readonly last = new LineCounter();
  lastEnd = -1;
  #origin = 0;

  /** A stretch begins. */
  begin(at: number): void {
    this.acceptedEnd = at;
    this.accepted.reset();
    this.last.reset();
    this.lastEnd = -1;
  }

  /** Where what the reader goes through begins among the bytes of the stretch. */
  setOrigin(origin: number): void {
    this.#origin = origin;
  }

  /** A record is looked for at a place of the stretch, or the stretch ends: if it is behind the last one, that has been accepted. */
  startRecord(at: number): void {
    if (at === this.#origin + this.lastEnd) {
      this.accepted.add(this.last, this.#origin);
      this.acceptedEnd = at;
    }
    this.last.reset();
    this.lastEnd = -1;
  }
}
