import type { RecordIssues, Outcome, Issue } from '../../compiler/kernel/model/contract.ts';

/** Returns the item of a record in a result: at most 100 of its issues, and the number of `more`. */
export function toRecordError({ record, line, byteOffset, outcome, issues }: RecordIssues): RecordError {
  const error: RecordError = { record, line, byteOffset, outcome, messages: issues.slice(0, MAX_MESSAGES) };
  if (issues.length > MAX_MESSAGES) error.more = issues.length - MAX_MESSAGES;
  return error;
}

/** Maximum number of issues per record in a result. */
const MAX_MESSAGES = 100;

/** A record with issues, as an item of a result. */
export interface RecordError {
  record: number;
  line: number;
  /** Offset of the record in the decompressed, undecoded file, in bytes. */
  byteOffset: number;
  outcome: Outcome;
  messages: Issue[];
  /** Number of issues that are not shown. */
  more?: number;
}
