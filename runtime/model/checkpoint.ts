import type { Failure, Position, Warning } from '../../compiler/kernel/model/contract.ts';
import type { IssueCount } from './issue-counts.ts';

/** How many records met which end. `totalRecords = processedRecords + failedRecords + skippedRecords`, always. */
export interface Counters {
  totalRecords: number;
  processedRecords: number;
  failedRecords: number;
  skippedRecords: number;
  /** Records with a WARNING and nothing worse. */
  warningRecords: number;
  /** Records with an ERROR or FATAL issue. */
  errorRecords: number;
  /** Records in which a correction changed a text or filled a null, whatever their outcome. */
  correctedRecords: number;
  /** Lines that are no records. */
  otherLines: number;
}

/**
 * All that a run has to remember behind a batch: plain data, committed by the sink together with the
 * batch's messages, so that another process can go on from here.
 */
export interface Checkpoint {
  /** Where reading goes on; null before the first batch. */
  position: Position | null;
  counters: Counters;
  /** Exact, in the order of first appearance in the file. */
  issueCounts: IssueCount[];
  warnings: Warning[];
  /**
   * The result's `errors`, each as the JSON of one entry; at most `errorLimit`. The list only ever
   * grows at its end: a sink may store what is new since the last commit.
   */
  errors: string[];
  /** Whether a record with issues was left out of `errors`. */
  errorsTruncated: boolean;
  /** Why reading ended before the end of the file; null while it may go on. */
  failure: Failure | null;
  /** What the sink has to remember of its destination from the first attempt on: plain data. */
  destination?: unknown;
  /** Time spent on the run so far, in all processes that worked on it, in milliseconds. */
  durationMs: number;
}

/** The one of two checkpoints of a run that lies further in its file; `first` where both lie in the same place. */
export function laterCheckpoint(first: Checkpoint | null, second: Checkpoint | null): Checkpoint | null {
  return placeOf(second) > placeOf(first) ? second : first;
}

function placeOf(checkpoint: Checkpoint | null): number {
  return checkpoint === null ? -1 : (checkpoint.position?.byteOffset ?? 0);
}

/** The checkpoint of a run that has read nothing yet. */
export function createCheckpoint(): Checkpoint {
  return {
    position: null,
    counters: {
      totalRecords: 0,
      processedRecords: 0,
      failedRecords: 0,
      skippedRecords: 0,
      warningRecords: 0,
      errorRecords: 0,
      correctedRecords: 0,
      otherLines: 0,
    },
    issueCounts: [],
    warnings: [],
    errors: [],
    errorsTruncated: false,
    failure: null,
    durationMs: 0,
  };
}
