import type { Issue, Outcome } from '../model/contract.ts';

/** The outcome of a document that is not published. */
export type RejectedOutcome = Exclude<Outcome, 'processed'>;

/**
 * A document that is known to be rejected before its end, because it is too long. Checkpoints store it, so its member
 * names must not change.
 */
export interface RejectedDocument {
  outcome: RejectedOutcome;
  /** Number of the record that is the cause. */
  record: number;
}

/** An issue of a document as a whole. */
export interface DocumentIssue {
  /** Number of the record that gets the issue. Null: the first record of the document. */
  readonly record: number | null;
  readonly issue: Issue;
}

/** What the last record means for the documents of a file. A document is a record with all records inside it. */
export interface DocumentStep {
  /** Whether the document that was open has ended before the record. */
  readonly hasEnded: boolean;
  /** Whether the record is part of a document. */
  readonly isInside: boolean;
  /** Whether the document of the record cannot have another record. */
  readonly isLast: boolean;
  /** The types of the documents that begin with the record, as indexes, the outermost first. */
  readonly begun: readonly number[];
}

/** The limits of a document. They are constants of the generated module. */
export interface DocumentLimits {
  /** Maximum size in bytes: those of its records in the file together with those of its messages. */
  readonly maxBytes: number;
  readonly maxRecords: number;
}
