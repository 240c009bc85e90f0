import type { Failure, Issue, Outcome } from '../../../compiler/kernel/model/contract.ts';

/** A value of a record for a person who reviews it. */
export interface ReviewedValue {
  /** The name of the field. */
  readonly name: string;
  /** The value as a text, at most 1,000 characters. Null if there is none, or if it is masked. */
  readonly text: string | null;
  /** How many characters a masked value has. Absent: it is not masked. */
  readonly length?: number;
}

/** A record that is read again for a person. */
export interface ReadRecord {
  /** Its number in the file, from 1. */
  readonly record: number;
  /** The physical line on which it begins. Null if it has no issue. */
  readonly line: number | null;
  readonly recordType?: string;
  readonly outcome: Outcome;
  /** The issues; at most the first 100. */
  readonly messages: Issue[];
  /** Its cells as they are in the file. Null if their places are not known. */
  readonly cells: ReviewedValue[] | null;
  /** The members of its event. Null if it becomes none. */
  readonly event: ReviewedValue[] | null;
}

/** One of the records that a retry of rejects would publish. */
export interface ReviewedRecord {
  readonly record: number;
  readonly recordType?: string;
  /** The record as it was sent. Null if the file of its run is no longer stored. */
  readonly original: Pick<ReadRecord, 'line' | 'cells' | 'messages'> | null;
  /** What becomes of it now. `processed`: its event is published. */
  readonly outcome: Outcome;
  /** The issues that it has now. */
  readonly messages: Issue[];
  readonly event: ReviewedValue[] | null;
}

/** A page of what a retry of rejects would publish. */
export interface RejectsReview {
  readonly records: ReviewedRecord[];
  /** Whether more records follow. */
  readonly hasMore: boolean;
  /** Why the file could not be read to its end; null if it could, or if that was not necessary. */
  readonly failure: Failure | null;
}
