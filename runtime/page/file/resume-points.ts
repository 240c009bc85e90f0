import type { Position } from '../../../compiler/kernel/model/contract.ts';

/** Positions at which a file can be read again, about one per mebibyte. */
export class ResumePoints {
  readonly #points: Position[] = [];
  #state = 'null';

  /** Adds the position after a batch. */
  add({ byteOffset, line, record, state }: Position): void {
    const text = JSON.stringify(state);
    // Most positions have the same state, for example the columns of the header. It is stored once.
    const last = this.#points.at(-1);
    const shared = last !== undefined && text === this.#state ? last.state : state;
    this.#state = text;
    this.#points.push({ byteOffset, line, record, state: shared });
  }

  /** Returns the last position before a record, or null for the start of the file. `record` is the number from 1. */
  before(record: number): Position | null {
    let low = 0;
    let high = this.#points.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#points[middle]?.record ?? 0) < record) low = middle + 1;
      else high = middle;
    }
    return this.#points[low - 1] ?? null;
  }

  /** The reader's state at the last position that has one: the columns of the header, the encoding of the file. */
  get state(): unknown {
    return this.#points.findLast(({ state }) => state !== null)?.state ?? null;
  }
}
