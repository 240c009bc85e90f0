import type { Failure, Position, Warning } from '../../compiler/kernel/model/contract.ts';
import type { IssueCount } from './issue-counts.ts';

/** Numbers of records by outcome. `totalRecords = processedRecords + failedRecords + skippedRecords`, always. */
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
  /** Lines that are not records: skipped, blank, comments, or not selected by `recordWhen`. */
  otherLines: number;
}

/**
 * The state of a run after a batch, from which another process can resume. It is plain data. The sink commits it
 * together with the messages of the batch.
 */
export interface Checkpoint {
  /** Where reading resumes; null before the first batch. */
  position: Position | null;
  counters: Counters;
  /** Exact counts, in order of first occurrence in the file. */
  issueCounts: IssueCount[];
  warnings: Warning[];
  /**
   * The items of the result's `errors`, each as JSON; at most `errorLimit`. Items are only ever appended, so a store
   * needs to write only those that are new since the last commit.
   */
  errors: string[];
  /** Whether a record with issues was left out of `errors`. */
  errorsTruncated: boolean;
  /** Why reading stopped before the end of the file; null otherwise. */
  failure: Failure | null;
  /** Bytes of messages and dead letters so far. Absent in runs of earlier versions. */
  outputBytes?: number;
  /** Processor time spent on reading so far, in milliseconds. Absent in runs of earlier versions. */
  processorMs?: number;
  /** Plain data about the destination that the sink needs in later attempts of the run. */
  destination?: unknown;
  /** Time spent on the run so far, in all processes, in milliseconds. */
  durationMs: number;
}

/** Returns the checkpoint with the larger position in the file, or `first` if both have the same position. */
export function laterCheckpoint(first: Checkpoint | null, second: Checkpoint | null): Checkpoint | null {
  return byteOffsetOf(second) > byteOffsetOf(first) ? second : first;
}

function byteOffsetOf(checkpoint: Checkpoint | null): number {
  return checkpoint === null ? -1 : (checkpoint.position?.byteOffset ?? 0);
}

/** Returns true if a value from a file has the members of a checkpoint that its run computes with. */
export function isCheckpoint(value: Partial<Checkpoint>): value is Checkpoint {
  const { position, counters, issueCounts, warnings, durationMs } = value;
  const known = createCheckpoint().counters;
  return (
    (position === null || (isCount(position?.byteOffset) && isCount(position?.line) && isCount(position?.record))) &&
    Object.keys(known).every((name) => isCount((counters as Partial<Record<string, unknown>> | undefined)?.[name])) &&
    Array.isArray(issueCounts) &&
    issueCounts.every((one: Partial<IssueCount> | null) => isCount(one?.count)) &&
    Array.isArray(warnings) &&
    typeof durationMs === 'number' &&
    durationMs >= 0
  );
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Creates the checkpoint of a run that has not read anything. */
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
