import type { Issue, Outcome, RecordIssues } from '../../../compiler/kernel/model/contract.ts';
import { type RecordError, toRecordError } from '../../base/model/record-error.ts';
import { type IssueFilter, type IssueKind, isShown, type TypedIssueCount } from './issue-filter.ts';

/** Maximum number of issues in memory. All issues are counted, whether they are in memory or not. */
export const MAX_ISSUES = 100_000;
/** From this number on, only issues of rare kinds are stored, so that each kind has examples. */
const MAX_COMMON_ISSUES = 90_000;
/** A kind with fewer stored issues is rare. */
const RARE_ISSUES = 100;

/** A record with issues. Its issues are JSON text, because objects could retain the text of a large part of the file. */
export interface StoredRecord {
  record: number;
  line: number;
  byteOffset: number;
  byteLength: number;
  outcome: Outcome;
  /** Absent if the spec has one type of records, or if the type is not known. */
  recordType?: string;
  /** The number of the first record of its document. Absent: it belongs to none. */
  document?: number;
  json: string;
  /** The indexes of the kinds of its issues. */
  kinds: readonly number[];
}

/** A kind of issue with an example: its message, and the lines on which the kind occurs first. */
export interface IssueExample extends IssueKind {
  message: string;
  lines: number[];
}

/** Number of lines in an example. */
const EXAMPLE_LINES = 3;

interface StoredKind extends IssueExample {
  stored: number;
  /** Whether another record of the document is the cause. */
  isConsequence: boolean;
}

/** The first records with issues of a file, at most 100,000 issues, in file order. */
export class IssueStore {
  readonly #records: StoredRecord[] = [];
  readonly #kinds: StoredKind[] = [];
  readonly #kindIndexes = new Map<string, number>();
  readonly #counts = new Map<string, TypedIssueCount>();
  #issues = 0;
  #isComplete = true;

  /** Whether the store has all records with issues. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The numbers of all issues, whether they are in memory or not. */
  get counts(): TypedIssueCount[] {
    return [...this.#counts.values()];
  }

  /** Counts the issues of a record, and adds the record, unless the store is full. */
  add(record: RecordIssues, document?: number): void {
    const { recordType } = record;
    const ofType = recordType === undefined ? {} : { recordType };
    for (const issue of record.issues) this.#countIssue(issue, ofType);
    const error = toRecordError(record);
    const isFull = this.#issues + error.messages.length > MAX_ISSUES;
    const kinds = isFull ? [] : [...new Set(error.messages.map((issue) => this.#kindOf(issue, ofType)))];
    if (isFull || (this.#issues >= MAX_COMMON_ISSUES && !kinds.some((kind) => this.#isRare(kind)))) {
      this.#isComplete = false;
      return;
    }
    for (const kind of kinds) this.#count(kind, record.line);
    this.#issues += error.messages.length;
    const { line, byteOffset, byteLength, outcome } = record;
    this.#records.push({
      record: record.record,
      line,
      byteOffset,
      byteLength,
      outcome,
      ...ofType,
      ...(document !== undefined && { document }),
      json: JSON.stringify(error),
      kinds,
    });
  }

  /** An example of each kind of issue. */
  get examples(): IssueExample[] {
    return this.#kinds.map(({ stored: _, isConsequence: __, ...example }) => example);
  }

  /** Returns the stored record with this number, or undefined. */
  find(record: number): StoredRecord | undefined {
    let low = 0;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#records[middle]?.record ?? 0) < record) low = middle + 1;
      else high = middle;
    }
    return this.#records[low]?.record === record ? this.#records[low] : undefined;
  }

  /**
   * Returns the records with an issue that passes the filter, in file order. Records that are only rejected because of
   * another record are left out, unless the filter asks for this kind of issue.
   */
  selectOwn(filter: IssueFilter): readonly StoredRecord[] {
    return this.#selectKinds((kind) => isShown(kind, filter) && (!kind.isConsequence || filter.code === kind.code));
  }

  /** Returns all records with an issue that passes the filter, in file order. */
  select(filter: IssueFilter): readonly StoredRecord[] {
    return this.#selectKinds((kind) => isShown(kind, filter));
  }

  #selectKinds(isSelected: (kind: StoredKind) => boolean): readonly StoredRecord[] {
    const shown = new Set(this.#kinds.flatMap((kind, index) => (isSelected(kind) ? [index] : [])));
    return shown.size === this.#kinds.length
      ? this.#records
      : this.#records.filter(({ kinds }) => kinds.some((kind) => shown.has(kind)));
  }

  #isRare(kind: number): boolean {
    return (this.#kinds[kind]?.stored ?? 0) < RARE_ISSUES;
  }

  #count(kind: number, line: number): void {
    const known = this.#kinds[kind];
    if (known === undefined) return;
    known.stored++;
    if (known.lines.length < EXAMPLE_LINES) known.lines.push(line);
  }

  #countIssue({ code, ruleId, field, severity }: Issue, ofType: { recordType?: string }): void {
    const key = JSON.stringify([code, ruleId, field, severity, ofType.recordType]);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { code, ruleId, field, severity, ...ofType, count: 1 });
    else known.count++;
  }

  #kindOf({ code, ruleId, field, severity, message, causeRecord }: Issue, ofType: { recordType?: string }): number {
    const key = JSON.stringify([code, ruleId, field, severity, ofType.recordType]);
    const known = this.#kindIndexes.get(key);
    if (known !== undefined) return known;
    this.#kindIndexes.set(key, this.#kinds.length);
    const isConsequence = causeRecord !== undefined;
    const kind = { code, ruleId, field, severity, ...ofType, message, lines: [], stored: 0, isConsequence };
    return this.#kinds.push(kind) - 1;
  }
}

/** Returns the issues of a stored record. */
export function errorOf({ json }: StoredRecord): RecordError {
  // The cast is safe: add() has written the text.
  return JSON.parse(json) as RecordError;
}
