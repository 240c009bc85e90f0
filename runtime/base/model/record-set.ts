/**
 * A set of record numbers as text, which a run stores with its options. Each item is a range: how many numbers before it are
 * left out, and how many it has more than one (absent: none; `*`: all that follow). Both are in base 36.
 */
export type RecordSetText = string;

/** Maximum number of ranges in a set. */
export const MAX_RANGES = 100_000;

/** The set has more than MAX_RANGES ranges. */
export class TooManyRanges extends Error {
  override readonly name = 'TooManyRanges';
}

/** The set of all records. */
export const ALL_RECORDS: RecordSetText = '0-*';

/** Writes a set whose numbers are added in ascending order. */
export class RecordSetWriter {
  readonly #items: string[] = [];
  #from = 0;
  #to = 0;
  /** The last number of the range that was written last. */
  #written = 0;

  /** Adds the numbers from `from` to `to`, from 1. Throws TooManyRanges. */
  add(from: number, to = from): void {
    if (this.#to > 0 && from <= this.#to + 1) {
      this.#to = Math.max(this.#to, to);
      return;
    }
    this.#write();
    this.#from = from;
    this.#to = to;
  }

  /** Returns the set; null if it is empty. */
  end(): RecordSetText | null {
    this.#write();
    this.#to = 0;
    return this.#items.length === 0 ? null : this.#items.join(',');
  }

  #write(): void {
    if (this.#to === 0) return;
    if (this.#items.length >= MAX_RANGES) throw new TooManyRanges();
    const gap = (this.#from - this.#written - 1).toString(36);
    const more = this.#to - this.#from;
    const end = more === Infinity ? '-*' : more === 0 ? '' : `-${more.toString(36)}`;
    this.#items.push(gap + end);
    this.#written = this.#to;
  }
}

/** A set of record numbers. */
export class RecordSet {
  readonly #ranges: { readonly from: number; readonly to: number }[] = [];
  #at = 0;

  constructor(text: RecordSetText) {
    let written = 0;
    for (const item of text.split(',')) {
      const [gap = '', more] = item.split('-');
      const from = written + 1 + Number.parseInt(gap, 36);
      written = from + (more === '*' ? Infinity : more === undefined ? 0 : Number.parseInt(more, 36));
      this.#ranges.push({ from, to: written });
    }
  }

  /** Returns whether a number is in the set. It is fast if the numbers of consecutive calls ascend. */
  has(record: number): boolean {
    const before = this.#ranges[this.#at - 1];
    if (before !== undefined && record <= before.to) this.#at = 0;
    while (record > (this.#ranges[this.#at]?.to ?? Infinity)) this.#at++;
    return record >= (this.#ranges[this.#at]?.from ?? Infinity);
  }

  /** Adds the numbers of this set from `from` on to another one. */
  copyFrom(from: number, writer: RecordSetWriter): void {
    for (const range of this.#ranges) if (range.to >= from) writer.add(Math.max(range.from, from), range.to);
  }

  /** Returns whether the set has all numbers from `from` on. */
  hasAllFrom(from: number): boolean {
    const last = this.#ranges.at(-1);
    return last !== undefined && last.to === Infinity && last.from <= from;
  }
}

/** Returns how many numbers a set has; null if it has all that follow one. */
export function countRecords(text: RecordSetText): number | null {
  let records = 0;
  for (const item of text.split(',')) {
    const [, more] = item.split('-');
    if (more === '*') return null;
    records += 1 + (more === undefined ? 0 : Number.parseInt(more, 36));
  }
  return records;
}

/** Returns the set of a run's records; null if the run has all. */
export function recordSetOf({ onlyRecords }: { readonly onlyRecords?: RecordSetText }): RecordSet | null {
  return onlyRecords === undefined ? null : new RecordSet(onlyRecords);
}
