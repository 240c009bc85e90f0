import type { RecordIssues, Outcome, Issue } from '../../compiler/kernel/model/contract.ts';

/** Converts a record with issues to an item of the `errors` of a result. It contains at most 100 of the issues. */
export function toRecordError({ record, line, byteOffset, outcome, issues }: RecordIssues): RecordError {
  const error: RecordError = { record, line, byteOffset, outcome, messages: issues.slice(0, MAX_MESSAGES) };
  if (issues.length > MAX_MESSAGES) error.more = issues.length - MAX_MESSAGES;
  return error;
}

/** Maximum number of issues per record in a result. */
const MAX_MESSAGES = 100;

/** A record with issues, as an item of the `errors` of a result. */
export interface RecordError {
  record: number;
  line: number;
  /** Offset of the record's first byte in the decompressed, undecoded file, from 0. */
  byteOffset: number;
  outcome: Outcome;
  messages: Issue[];
  /** Number of further issues, which `messages` omits. Absent if it omits none. */
  more?: number;
}
