import type { RecordIssues, Outcome, Issue } from '../../../compiler/kernel/model/contract.ts';

/**
 * Converts a record with issues to an item of the `errors` of a result. The item contains the first 100 issues at most.
 */
export function toRecordError({ record, line, byteOffset, recordType, outcome, issues }: RecordIssues): RecordError {
  const type = recordType === undefined ? {} : { recordType };
  const error: RecordError = { record, line, byteOffset, ...type, outcome, messages: issues.slice(0, MAX_MESSAGES) };
  if (issues.length > MAX_MESSAGES) error.more = issues.length - MAX_MESSAGES;
  return error;
}

/** Maximum number of issues per record in a result. */
const MAX_MESSAGES = 100;

/** A record with issues, as an item of the `errors` of a result. */
export interface RecordError {
  /** Number of the record in the file, from 1. */
  record: number;
  /** Number of the physical line on which the record begins, from 1. */
  line: number;
  /** Offset of the record's first byte in the decompressed, undecoded file, from 0. */
  byteOffset: number;
  /** Name of the record's type. Absent if the spec has one type of records, or if the type is not known. */
  recordType?: string;
  outcome: Outcome;
  /** The issues of the record; at most the first 100. */
  messages: Issue[];
  /** Number of issues that `messages` omits because there are more than 100. Absent if it omits none. */
  more?: number;
}
