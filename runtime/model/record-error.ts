import type { RecordProblem, Outcome, Issue } from '../../compiler/kernel/model/contract.ts';

/** A record's entry in a result: at most 100 of its issues, and how many `more` there are. */
export function toRecordError({ record, line, byteOffset, outcome, issues }: RecordProblem): RecordError {
  const error: RecordError = { record, line, byteOffset, outcome, messages: issues.slice(0, MESSAGES_SHOWN) };
  if (issues.length > MESSAGES_SHOWN) error.more = issues.length - MESSAGES_SHOWN;
  return error;
}

/** Most issues of one record that a result shows. */
const MESSAGES_SHOWN = 100;

/** A record with issues, as a result tells it. */
export interface RecordError {
  record: number;
  line: number;
  /** Bytes of the decompressed, undecoded file before the record. */
  byteOffset: number;
  outcome: Outcome;
  messages: Issue[];
  /** How many issues of this record are not shown. */
  more?: number;
}
