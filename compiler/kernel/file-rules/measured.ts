import type { OutputValue } from '../fast/output-value.ts';
import { DecimalSum } from './decimal-sum.ts';
import type { Measure } from './file-rule.ts';

/** A number of records and a sum. Checkpoints store it, so its member names must not change. */
export interface MeasuredState {
  count: number;
  sum: string;
}

/** A record as a measure counts it. */
export interface MeasuredRecord {
  readonly type: number;
  /** The values of its fields. Null if no field could be read. */
  readonly values: unknown;
  /** Number of lines that continue the record. */
  readonly continuationLines: number;
}

/** The number of records of a type that fast readers have read. It only grows. */
export interface FastCounter {
  count: number;
}

/** Counts and adds up the records of one measure in its open scope. */
export class Measured {
  /** The number of records without those that `#counters` count. It may be negative. */
  #count: number;
  readonly #counters: FastCounter[] = [];
  readonly #sum: DecimalSum;
  readonly #measure: Measure;

  constructor(measure: Measure, state: MeasuredState | null = null) {
    this.#measure = measure;
    this.#count = state?.count ?? 0;
    this.#sum = new DecimalSum(state?.sum);
  }

  /** Begins again with no records. */
  reset(): void {
    this.#count -= this.count;
    this.#sum.reset();
  }

  /** Returns the numbers as plain JSON data. */
  state(): MeasuredState {
    return { count: this.count, sum: this.#sum.toString() };
  }

  /** The number of records. */
  get count(): number {
    let count = this.#count;
    for (const counter of this.#counters) count += counter.count;
    return count;
  }

  /** From now on, counts the records that a counter counts. */
  follow(counter: FastCounter): void {
    this.#count -= counter.count;
    this.#counters.push(counter);
  }

  /** Adds a record. `values` is null if no field could be read. Then the record counts only if all records do. */
  add({ type, values, continuationLines }: MeasuredRecord): void {
    const { of, selects, addend, addends, isAbsolute, countsContinuation = false } = this.#measure;
    // A type is listed once for each of its fields that are added up.
    for (let index = of.indexOf(type); index >= 0; index = of.indexOf(type, index + 1)) {
      // Only the functions of the rule know the type of the values.
      const known = values as never;
      if (selects !== null && (values === null || selects[index]?.(known) !== true)) return;
      this.#count += countsContinuation ? 1 + continuationLines : 1;
      const added = values === null ? null : ((addends?.[index] ?? addend)?.(known) ?? null);
      if (added !== null) this.#sum.add(added, isAbsolute);
      if (addends === undefined) return;
    }
  }

  /** Adds the value at a place in the output of a fast reader. A counter counts its record. */
  addFast(place: OutputValue): void {
    this.#sum.addValue(place, this.#measure.isAbsolute);
  }

  /** Returns the number of records or blocks, or the sum if the measure adds up fields. A modulus applies to the sum. */
  result(modulus: string | null): string {
    const { addend, addends, blockOf = 1 } = this.#measure;
    if (addend === null && addends === undefined) return String(Math.ceil(this.count / blockOf));
    return this.#sum.toString(modulus);
  }
}
