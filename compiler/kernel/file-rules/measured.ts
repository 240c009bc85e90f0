import { DecimalSum } from './decimal-sum.ts';
import type { Measure } from './file-rule.ts';

/** A number of records and a sum. Checkpoints store it, so its member names must not change. */
export interface MeasuredState {
  count: number;
  sum: string;
}

/** Counts and adds up the records of one measure in its open scope. */
export class Measured {
  #count: number;
  #sum: DecimalSum;
  readonly #measure: Measure;

  constructor(measure: Measure, state: MeasuredState | null = null) {
    this.#measure = measure;
    this.#count = state?.count ?? 0;
    this.#sum = new DecimalSum(state?.sum);
  }

  /** Returns the numbers as plain JSON data. */
  state(): MeasuredState {
    return { count: this.#count, sum: this.#sum.toString() };
  }

  /** The number of records. */
  get count(): number {
    return this.#count;
  }

  /** Adds a record. `values` is null if no field could be read. Then the record counts only if all records do. */
  add(type: number, values: unknown): void {
    const { of, selects, addend, isAbsolute } = this.#measure;
    const index = of.indexOf(type);
    if (index < 0) return;
    // Only the functions of the rule know the type of the values.
    const known = values as never;
    if (selects !== null && (values === null || selects[index]?.(known) !== true)) return;
    this.#count++;
    const added = addend === null || values === null ? null : addend(known);
    if (added !== null) this.#sum.add(added, isAbsolute);
  }

  /** Returns the number of records, or the sum if the measure adds up a field. A modulus applies to the sum. */
  result(modulus: string | null): string {
    return this.#measure.addend === null ? String(this.#count) : this.#sum.toString(modulus);
  }
}
