import type { TotalState } from '../file-rules/rule-totals.ts';
import type { DecidedDocument } from '../documents/document-step.ts';
import type { EnclosingState } from './enclosing-records.ts';
import type { ScopeState } from './structure.ts';

/**
 * What a resume position stores about record types. It is part of checkpoints, so its member names must not change.
 */
export interface TypedState {
  scopes: ScopeState[];
  enclosing: EnclosingState;
  totals: TotalState[];
  /** The open document, if its outcome is already known. Absent: there is none, or its outcome is open. */
  document?: DecidedDocument;
}

/** The state of a position in a file with several record types: that of the format, and that of the record types. */
export interface TypedFileState {
  records: TypedState;
  /** Number of lines so far that are part of records or filler lines. Absent: they are not counted. */
  joinedLines?: number;
}
