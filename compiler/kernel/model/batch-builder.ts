import type { RecordLocation } from './record-location.ts';
import { GrowableBytes } from '../bytes/growable-bytes.ts';
import type { Batch, Failure, Outcome, Position, RecordIssues, Warning } from './contract.ts';
import { OffsetList } from '../bytes/offset-list.ts';
import type { RecordReport } from './record-report.ts';

const BATCH_BYTES = 1024 * 1024;
const BATCH_ISSUES = 2000;

/** Collects consecutive records until they make a batch. */
export class BatchBuilder {
  readonly #maxRecords: number;
  readonly #messages = new GrowableBytes();
  /** End of the messages that were counted: the last ones may not have been written yet. */
  #end = 0;
  readonly #ends = new OffsetList();
  readonly #keys = new GrowableBytes();
  readonly #keyEnds = new OffsetList();
  #problems: RecordIssues[] = [];
  #issues = 0;
  #errorsLeft: number;
  #records = 0;
  #corrected = 0;
  #otherLines = 0;
  #warnings: Warning[] = [];

  /** `endsAtError`: a batch is full with the so manyth record that has an ERROR or FATAL issue. */
  constructor(maxRecords: number, endsAtError = Infinity) {
    this.#maxRecords = maxRecords;
    this.#errorsLeft = endsAtError;
  }

  /** Whether the batch holds as much as a batch may hold. */
  get isFull(): boolean {
    return this.#records >= this.#maxRecords || this.#end >= BATCH_BYTES || this.#issues >= BATCH_ISSUES;
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
  addRecord(place: RecordLocation, outcome: Outcome, report: RecordReport): void {
    this.#records++;
    if (report.corrected) this.#corrected++;
    if (report.issues.length > 0) this.addRecordIssues(place, outcome, report);
  }

  /** Keeps what is wrong with a record that is counted already. */
  addRecordIssues(
    { record, line, byteOffset, byteLength }: RecordLocation,
    outcome: Outcome,
    report: RecordReport,
  ): void {
    this.#issues += report.issues.length;
    if (this.#errorsLeft < Infinity && isError(report) && --this.#errorsLeft === 0) this.#issues = Infinity;
    // Member by member: half of the records may come here, and a spread costs ten times as much.
    this.#problems.push({ record, line, byteOffset, byteLength, outcome, issues: report.issues });
  }

  /** Adds the message of the record that was counted last. */
  addMessage(json: string, key: string | null): void {
    this.#messages.addText(json);
    this.#end = this.#messages.length;
    if (key !== null) this.#keys.addText(key);
    this.countMessage();
  }

  /** Counts the message of the record that was counted last, where messages themselves are not wanted. */
  countMessage(): void {
    this.#ends.push(this.#end);
    this.#keyEnds.push(this.#keys.length);
  }

  get keyLength(): number {
    return this.#keys.length;
  }

  reserveKey(bytes: number): Uint8Array {
    return this.#keys.reserve(bytes);
  }

  /** Counts a record whose message of so many bytes `write` will bring, and whose key was written up to `keyEnd`. */
  addFastRecord(bytes: number, keyEnd: number, corrected: boolean): void {
    this.#records++;
    if (corrected) this.#corrected++;
    this.#end += bytes;
    this.#keys.length = keyEnd;
    this.#ends.push(this.#end);
    this.#keyEnds.push(keyEnd);
  }

  /** Adds messages of records that were counted. */
  writeMessages(bytes: Uint8Array): void {
    this.#messages.add(bytes);
  }

  /** The batch as it is now; the builder begins the next one. */
  take(next: Position, failure: Failure | null): Batch {
    const batch: Batch = {
      firstRecord: next.record - this.#records + 1,
      records: this.#records,
      count: this.#ends.count,
      bytes: this.#messages.take(),
      ends: this.#ends.take(),
      keys: this.#keys.take(),
      keyEnds: this.#keyEnds.take(),
      corrected: this.#corrected,
      otherLines: this.#otherLines,
      recordIssues: this.#problems,
      warnings: this.#warnings,
      failure,
      next,
    };
    this.#reset();
    return batch;
  }

  #reset(): void {
    this.#problems = [];
    this.#issues = 0;
    this.#end = 0;
    this.#records = 0;
    this.#corrected = 0;
    this.#otherLines = 0;
    this.#warnings = [];
  }
}

function isError({ issues }: RecordReport): boolean {
  return issues.some(({ severity }) => severity !== 'WARNING');
}
