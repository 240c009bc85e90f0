import type { Batch, Failure, Outcome, Position, RecordProblem, Warning } from './contract.ts';
import type { RecordReport } from './report.ts';
import { utf8Length } from './values/text.ts';

const BATCH_BYTES = 1024 * 1024;
const BATCH_ISSUES = 10_000;

/** Where a record stands in the file. */
export interface RecordPlace {
  record: number;
  line: number;
  byteOffset: number;
  byteLength: number;
}

/** Collects consecutive records until they make a batch. */
export class BatchBuilder {
  readonly #maxRecords: number;
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(0);
  #length = 0;
  #ends: number[] = [];
  #keys: string[] = [];
  #problems: RecordProblem[] = [];
  #issues = 0;
  #records = 0;
  #corrected = 0;
  #otherLines = 0;
  #warnings: Warning[] = [];

  constructor(maxRecords: number) {
    this.#maxRecords = maxRecords;
  }

  /** Whether the batch holds as much as a batch may hold. */
  get isFull(): boolean {
    return this.#records >= this.#maxRecords || this.#length >= BATCH_BYTES || this.#issues >= BATCH_ISSUES;
  }

  get isEmpty(): boolean {
    return this.#records === 0 && this.#otherLines === 0 && this.#warnings.length === 0;
  }

  addWarnings(warnings: readonly Warning[]): void {
    this.#warnings.push(...warnings);
  }

  addOtherLines(lines: number): void {
    this.#otherLines += lines;
  }

  /** Counts a record, and keeps what is wrong with it. */
  addRecord(place: RecordPlace, outcome: Outcome, report: RecordReport): void {
    this.#records++;
    if (report.corrected) this.#corrected++;
    if (report.issues.length === 0) return;
    this.#issues += report.issues.length;
    this.#problems.push({ ...place, outcome, issues: report.issues });
  }

  /** Adds the message of the record that was counted last. */
  addMessage(json: string, key: string | null): void {
    this.#reserve(json.length * 3);
    this.#length += this.#encoder.encodeInto(json, this.#bytes.subarray(this.#length)).written;
    this.#ends.push(this.#length);
    this.#keys.push(key ?? '');
  }

  /** Counts the message of the record that was counted last, where messages themselves are not wanted. */
  countMessage(): void {
    this.#ends.push(this.#length);
    this.#keys.push('');
  }

  /** The batch as it is now; the builder begins the next one. */
  take(next: Position, failure: Failure | null): Batch {
    const keys = this.#encodeKeys();
    const batch: Batch = {
      firstRecord: next.record - this.#records + 1,
      records: this.#records,
      count: this.#ends.length,
      bytes: this.#bytes.subarray(0, this.#length),
      ends: Uint32Array.from(this.#ends),
      ...keys,
      corrected: this.#corrected,
      otherLines: this.#otherLines,
      problems: this.#problems,
      warnings: this.#warnings,
      failure,
      next,
    };
    this.#reset();
    return batch;
  }

  #reset(): void {
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    this.#ends = [];
    this.#keys = [];
    this.#problems = [];
    this.#issues = 0;
    this.#records = 0;
    this.#corrected = 0;
    this.#otherLines = 0;
    this.#warnings = [];
  }

  #encodeKeys(): { keys: Uint8Array; keyEnds: Uint32Array } {
    const keys = this.#encoder.encode(this.#keys.join(''));
    const keyEnds = new Uint32Array(this.#keys.length);
    let end = 0;
    this.#keys.forEach((key, index) => {
      end += utf8Length(key);
      keyEnds[index] = end;
    });
    return { keys, keyEnds };
  }

  /** Makes room for `more` bytes. A batch owns its buffer, so each begins with a new one. */
  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(64 * 1024, 2 * this.#bytes.length, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
