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
  add(record: RecordIssues): void {
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
      json: JSON.stringify(error),
      kinds,
    });
  }

  /** An example of each kind of issue. */
  get examples(): IssueExample[] {
    return this.#kinds.map(({ stored: _, ...example }) => example);
  }

  /** Returns the stored record with this number, or undefined. */
  find(record: number): StoredRecord | undefined {
    return this.#records.find((stored) => stored.record === record);
  }

  /** Returns the records with an issue that passes the filter, in file order. */
  select(filter: IssueFilter): readonly StoredRecord[] {
    if (Object.keys(filter).length === 0) return this.#records;
    const shown = new Set(this.#kinds.flatMap((kind, index) => (isShown(kind, filter) ? [index] : [])));
    return this.#records.filter(({ kinds }) => kinds.some((kind) => shown.has(kind)));
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

  #kindOf({ code, ruleId, field, severity, message }: Issue, ofType: { recordType?: string }): number {
    const key = JSON.stringify([code, ruleId, field, severity, ofType.recordType]);
    const known = this.#kindIndexes.get(key);
    if (known !== undefined) return known;
    this.#kindIndexes.set(key, this.#kinds.length);
    return this.#kinds.push({ code, ruleId, field, severity, ...ofType, message, lines: [], stored: 0 }) - 1;
  }
}

/** Returns the issues of a stored record. */
export function errorOf({ json }: StoredRecord): RecordError {
  // The cast is safe: add() has written the text.
  return JSON.parse(json) as RecordError;
}
