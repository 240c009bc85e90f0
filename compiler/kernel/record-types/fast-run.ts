import type { ScopeTotals } from '../file-rules/scope-totals.ts';
import type { FileIssue } from '../model/contract.ts';
import type { TotalState } from '../file-rules/rule-totals.ts';
import type { EnclosingRecords, EnclosingState } from './enclosing-records.ts';
import type { SavedScopes } from './structure-walker.ts';
import type { TypedState } from './typed-state.ts';

/** The state of a run before some records. */
export interface RunMark {
  readonly state: TypedState;
  readonly type: number;
  readonly record: number;
}

/** The state of a run, in objects that are used again. */
export interface SavedRun {
  readonly scopes: SavedScopes;
  enclosing: EnclosingState;
  totals: readonly TotalState[];
  type: number;
  record: number;
}

/** Creates what `FastRun.save` writes to. */
export function createSavedRun(): SavedRun {
  return { scopes: { scopes: [], depth: 0 }, enclosing: { values: {}, bad: {} }, totals: [], type: -1, record: 0 };
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
  /** Moves to a record that follows one of its own type in the same scope. Returns false if it does not. */
  repeat(type: number): boolean;
  /** Writes the present state to `saved`, for `restoreSaved`. */
  save(saved: SavedRun): void;
  restoreSaved(saved: SavedRun): void;
  /** Follows the documents from the present state on, after records that only the fast reader has read. */
  followDocuments(): void;
}
