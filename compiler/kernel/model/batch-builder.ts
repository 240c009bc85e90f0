import type { RecordLocation } from './record-location.ts';
import { GrowableBytes } from '../bytes/growable-bytes.ts';
import type { Batch, Failure, FileIssue, MessageMemory, Outcome, Position, RecordIssues, Warning } from './contract.ts';
import { OffsetList } from '../bytes/offset-list.ts';
import type { RecordReport } from './record-report.ts';
import { appendWarnings } from './run-warnings.ts';
import { type TypedPartMark, type TypedRecord, TypedPartBuilder } from './typed-part-builder.ts';

const BATCH_BYTES = 1024 * 1024;
const BATCH_ISSUES = 2000;
/** The time is compared after this number of records of the fast reader. A power of two. */
const RECORDS_PER_LOOK = 16;

/** When a batch is full, and the form of its messages. */
export interface BatchLimits {
  /** The number of records that fill a batch. */
  maxRecords: number;
  /**
   * With the value n, a batch ends early, at the nth record that has an ERROR or FATAL issue, counted over all batches.
   */
  endsAtError?: number | undefined;
  /** With the value n, a batch ends at the nth document that is rejected, counted over all batches. */
  endsAtRejected?: number | undefined;
  /** The types whose records form documents, as indexes. Absent: there are none. */
  documents?: readonly number[] | undefined;
  /** A batch ends at the first record after this time in milliseconds. Absent: time ends none. */
  maxMs?: number | undefined;
  /** Whether addMessage() ends each message with a line feed. Default false. */
  lineFeeds?: boolean | undefined;
  /** The names of the record types. Absent if the spec has one type of records. */
  types?: readonly string[] | undefined;
  /** Where the memory for messages is taken from. Default: new memory. */
  memory?: MessageMemory | undefined;
}

/** The state of a BatchBuilder before some records. */
export interface BatchMark {
  readonly bytes: number;
  readonly end: number;
  readonly ends: number;
  readonly keys: number;
  readonly keyEnds: number;
  readonly recordIssues: number;
  readonly issues: number;
  readonly errorsLeft: number;
  readonly records: number;
  readonly corrected: number;
  readonly fileIssues: number;
  readonly typed: TypedPartMark | null;
}

/** What a batch needs of the report of a record. */
type ReportedRecord = Pick<RecordReport, 'corrected' | 'issues'>;

/** Collects the results of consecutive records until the batch is full. */
export class BatchBuilder {
  readonly #maxRecords: number;
  readonly #maxMs: number;
  /** When the batch is full because of its time: the value of performance.now(). */
  #deadline = Infinity;
  #isLate = false;
  readonly #lineFeeds: boolean;
  readonly #messages: GrowableBytes;
  /**
   * Total size of the counted messages, in bytes. The loop of the fast reader counts messages first and writes them
   * later.
   */
  #end = 0;
  readonly #ends = new OffsetList();
  readonly #keys = new GrowableBytes();
  readonly #keyEnds = new OffsetList();
  #recordIssues: RecordIssues[] = [];
  #issues = 0;
  #errorsLeft: number;
  #rejectedLeft: number;
  #records = 0;
  #corrected = 0;
  #otherLines = 0;
  #warnings: Warning[] = [];
  #fileIssues: FileIssue[] = [];
  readonly #types: TypedPartBuilder | null;

  constructor({
    maxRecords,
    endsAtError = Infinity,
    endsAtRejected = Infinity,
    lineFeeds = false,
    types,
    documents,
    memory,
    maxMs,
  }: BatchLimits) {
    this.#messages = new GrowableBytes(memory);
    this.#types = types === undefined ? null : new TypedPartBuilder(types, documents ?? []);
    this.#maxRecords = maxRecords;
    this.#maxMs = maxMs ?? Infinity;
    this.#errorsLeft = endsAtError;
    this.#rejectedLeft = endsAtRejected;
    this.#lineFeeds = lineFeeds;
  }

  /**
   * Whether the batch has reached its limit of records, bytes, issues or time, or contains the record that `endsAtError`
   * selects.
   */
  get isFull(): boolean {
    return (
      this.#records >= this.#maxRecords || this.#end >= BATCH_BYTES || this.#issues >= BATCH_ISSUES || this.#isLate
    );
  }

  /** Whether the batch would be full with a document of a size, or soon: then the position before the next record is needed. */
  isNearlyFull({ records, bytes, issues }: { records: number; bytes: number; issues: number }): boolean {
    return (
      this.isFull ||
      this.#records + records >= this.#maxRecords ||
      this.#end + bytes >= BATCH_BYTES ||
      this.#issues + issues >= BATCH_ISSUES ||
      this.#errorsLeft <= records ||
      this.#rejectedLeft <= records
    );
  }

  /** Counts documents of some types with the same outcome. */
  addDocuments(types: readonly number[], outcome: Outcome): void {
    this.#types?.addDocuments(types, outcome);
    if (outcome === 'processed' || this.#rejectedLeft === Infinity) return;
    this.#rejectedLeft -= types.length;
    if (this.#rejectedLeft <= 0 && types.length > 0) this.#issues = Infinity;
  }

  /** Starts the time of the batch. Call it before the first record, and whenever reading continues after a wait. */
  startClock(): void {
    if (this.#maxMs < Infinity) this.#deadline = performance.now() + this.#maxMs;
  }

  /** The result must not change while a record is read, so the time is compared only after a record was added. */
  #look(): void {
    if (this.#deadline < Infinity) this.#isLate = performance.now() >= this.#deadline;
  }

  get isEmpty(): boolean {
    return (
      this.#records === 0 && this.#otherLines === 0 && this.#warnings.length === 0 && this.#fileIssues.length === 0
    );
  }

  addWarnings(warnings: readonly Warning[]): void {
    appendWarnings(this.#warnings, warnings);
  }

  addOtherLines(lines: number): void {
    this.#otherLines += lines;
  }

  addFileIssues(issues: readonly FileIssue[]): void {
    this.#fileIssues.push(...issues);
  }

  /** Counts the type of the record that was counted last, and adds the name of the type to its issues. */
  addType(record: TypedRecord, report: Pick<RecordReport, 'issues'>): void {
    this.#types?.add(record);
    if (record.name === undefined || report.issues.length === 0) return;
    const last = this.#recordIssues.at(-1);
    if (last !== undefined) last.recordType = record.name;
  }

  /** Counts a record and stores its issues, if it has any. Its message is added separately. */
  addRecord(location: RecordLocation, outcome: Outcome, report: ReportedRecord): void {
    this.#records++;
    if (report.corrected) this.#corrected++;
    if (report.issues.length > 0) this.addRecordIssues(location, outcome, report);
    this.#look();
  }

  /** Counts a record without a message that the fast reader has read, and stores its issues. */
  addFastRejected(location: RecordLocation, outcome: Outcome, report: ReportedRecord): void {
    this.#countFast();
    if (report.corrected) this.#corrected++;
    this.addRecordIssues(location, outcome, report);
  }

  #countFast(): void {
    this.#records++;
    if ((this.#records & (RECORDS_PER_LOOK - 1)) === 0) this.#look();
  }

  /** Stores the issues of a record that has already been counted. */
  addRecordIssues(
    { record, line, byteOffset, byteLength }: RecordLocation,
    outcome: Outcome,
    report: ReportedRecord,
  ): void {
    this.#issues += report.issues.length;
    if (this.#errorsLeft < Infinity && isError(report) && --this.#errorsLeft === 0) this.#issues = Infinity;
    // The members are listed because this code may run for half of all records. Spreading the location would be ten
    // times slower.
    this.#recordIssues.push({ record, line, byteOffset, byteLength, outcome, issues: report.issues });
  }

  /** Adds the message key of a skipped or failed record to the issues that were stored last. */
  addRejectedKey(key: string): void {
    const last = this.#recordIssues.at(-1);
    if (last !== undefined) last.key = key;
  }

  /** Adds the message and the key of the record that was counted last. A null key: the message has no key. */
  addMessage(message: string | Uint8Array, key: string | null): void {
    if (typeof message === 'string') this.#messages.addText(this.#lineFeeds ? `${message}\n` : message);
    else {
      this.#messages.add(message);
      if (this.#lineFeeds) this.#messages.addText('\n');
    }
    this.#end = this.#messages.length;
    if (key !== null) this.#keys.addText(key);
    this.countMessage();
  }

  /** Counts the message of the record that was counted last, without its bytes. For runs that need no messages. */
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

  /**
   * Counts a record that the fast reader has read, and its message of `bytes` bytes. The caller has already written the
   * key into the buffer of `reserveKey`, where it ends at index `keyEnd`. The caller adds the bytes of the message
   * later, with `writeMessages`.
   */
  addFastRecord(bytes: number, keyEnd: number, corrected: boolean): void {
    this.#countFast();
    if (corrected) this.#corrected++;
    this.#end += bytes;
    this.#keys.length = keyEnd;
    this.#ends.push(this.#end);
    this.#keyEnds.push(keyEnd);
  }

  /** Counts records of a document that the fast reader has read. Their messages are counted with `addFastMessage`. */
  addFastRecords(records: number, corrected: number): void {
    this.#records += records;
    this.#corrected += corrected;
    this.#look();
  }

  /** Counts a message as `addFastRecord` does. */
  addFastMessage(bytes: number, keyEnd: number): void {
    this.#end += bytes;
    this.#keys.length = keyEnd;
    this.#ends.push(this.#end);
    this.#keyEnds.push(keyEnd);
  }

  /** Counts processed records of a type that are no messages. */
  addUnpublished(type: number, records: number): void {
    this.#types?.addUnpublished(type, records);
  }

  /** Appends the bytes of messages that `addFastRecord` has counted. */
  writeMessages(bytes: Uint8Array): void {
    this.#messages.add(bytes);
  }

  /** Returns the present state, for `restore`. All messages must have been written. */
  mark(): BatchMark {
    return {
      bytes: this.#messages.length,
      end: this.#end,
      ends: this.#ends.count,
      keys: this.#keys.length,
      keyEnds: this.#keyEnds.count,
      recordIssues: this.#recordIssues.length,
      issues: this.#issues,
      errorsLeft: this.#errorsLeft,
      records: this.#records,
      corrected: this.#corrected,
      fileIssues: this.#fileIssues.length,
      typed: this.#types?.mark() ?? null,
    };
  }

  /** Removes all records that were added since a mark. A mark is used once. */
  restore(mark: BatchMark): void {
    this.#messages.length = mark.bytes;
    this.#end = mark.end;
    this.#ends.truncate(mark.ends);
    this.#keys.length = mark.keys;
    this.#keyEnds.truncate(mark.keyEnds);
    this.#recordIssues.length = mark.recordIssues;
    this.#issues = mark.issues;
    this.#errorsLeft = mark.errorsLeft;
    this.#records = mark.records;
    this.#corrected = mark.corrected;
    this.#fileIssues.length = mark.fileIssues;
    if (mark.typed !== null) this.#types?.restore(mark.typed);
    this.#isLate = false;
  }

  /** Returns the batch and starts the next one. `next` is the position after the batch. */
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
      recordIssues: this.#recordIssues,
      warnings: this.#warnings,
      failure,
      next,
    };
    if (this.#types !== null) batch.typed = this.#types.take();
    if (this.#fileIssues.length > 0) batch.fileIssues = this.#fileIssues;
    this.#reset();
    return batch;
  }

  #reset(): void {
    this.#recordIssues = [];
    this.#issues = 0;
    this.#end = 0;
    this.#records = 0;
    this.#corrected = 0;
    this.#otherLines = 0;
    this.#warnings = [];
    this.#fileIssues = [];
    this.#isLate = false;
  }
}

function isError({ issues }: ReportedRecord): boolean {
  return issues.some(({ severity }) => severity !== 'WARNING');
}
