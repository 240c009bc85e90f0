import type { Issue, Outcome } from '../model/contract.ts';

export type { LongDocument, LongDocuments } from '../model/contract.ts';

/**
 * A document whose outcome is known before its end, because it is too long. Checkpoints store it, so its member names must
 * not change.
 */
export interface DecidedDocument {
  outcome: Outcome;
  /** Number of the record that is the cause of a rejection. 0: there is none. */
  record: number;
  /** Number of its first record, if an earlier reading of the file has decided. Absent: it is rejected for its length. */
  first?: number;
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
