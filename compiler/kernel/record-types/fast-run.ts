import type { ScopeTotals } from '../file-rules/scope-totals.ts';
import type { FileIssue } from '../model/contract.ts';
import type { EnclosingRecords } from './enclosing-records.ts';
import type { TypedState } from './typed-state.ts';

/** The state of a run before some records. */
export interface RunMark {
  readonly state: TypedState;
  readonly type: number;
  readonly record: number;
}

/** What a TypedRecordLoop needs of the run of its file. */
export interface FastRun {
  readonly enclosing: EnclosingRecords;
  readonly totals: ScopeTotals;
  /** Returns whether a record of a type gets no issue because of its place or of the records around it. */
  isInPlace(type: number): boolean;
  /** Moves to a record of a type for which `isInPlace` returned true. */
  enter(type: number): void;
  takeFileIssues(): FileIssue[];
  mark(): RunMark;
  /** Returns to the state before the records since a mark. */
  restore(mark: RunMark): void;
  /** Follows the documents from the present state on, after records that only the fast reader has read. */
  followDocuments(): void;
}
