import type {
  DocumentCounts,
  FileIssue,
  Failure,
  Position,
  TypeCounts,
  Warning,
} from '../../../compiler/kernel/model/contract.ts';
import type { IssueCount } from './issue-counts.ts';

/**
 * The number of records by outcome, and further counts. `totalRecords = processedRecords + failedRecords +
 * skippedRecords`, always.
 */
export interface Counters {
  totalRecords: number;
  /** Records that became messages, or would in a dry run, and valid records of types that are not published. */
  processedRecords: number;
  /** Records with a FATAL issue. They do not become messages. */
  failedRecords: number;
  /** Records with an ERROR but no FATAL issue, if `skipInvalidRecords` is set. They do not become messages. */
  skippedRecords: number;
  /** Records whose worst issue is a WARNING. */
  warningRecords: number;
  /** Records with at least one ERROR or FATAL issue. */
  errorRecords: number;
  /** Records in which at least one correction changed a text or filled a null, whatever their outcome. */
  correctedRecords: number;
  /** Lines that are not records: skipped lines, blank lines, comments, and lines that `recordWhen` does not select. */
  otherLines: number;
}

/**
 * The state of a run after a batch, as plain data. Any process can resume the run from the checkpoint. The sink stores
 * the checkpoint together with the messages of the batch.
 */
export interface Checkpoint {
  /** The position in the file at which reading resumes; null before the first batch. */
  position: Position | null;
  counters: Counters;
  /**
   * The number of issues per code, rule, field and severity, in the order in which they first occur in the file. The
   * numbers include the records that `errors` does not list.
   */
  issueCounts: IssueCount[];
  /** Warnings about the file as a whole. */
  warnings: Warning[];
  /**
   * The first records with issues, at most `errorLimit`. Each item is a RecordError as JSON text. Once listed, an item
   * never changes, so a store needs to write only the new items.
   */
  errors: string[];
  /** Whether `errors` omits a record with issues because of `errorLimit`. */
  errorsTruncated: boolean;
  /** The counts of each record type. Absent if the spec has one type of records. */
  recordTypes?: TypeCounts[];
  /** The counts of documents. Absent if no record type rejects whole documents. */
  documents?: DocumentCounts[];
  /** The ids of the rules of the file that reject documents and not the file. Absent: there are none. */
  documentRules?: readonly string[];
  /** Issues of the file as a whole. Absent if there are none. */
  fileIssues?: FileIssue[];
  /** Whether `fileIssues` omits an issue. Absent if it does not. */
  fileIssuesTruncated?: boolean;
  /** Whether nothing was published although records were processed, because the gate is closed. Absent if not. */
  isUnpublished?: true;
  /** Why reading stopped before the end of the file; null if it did not. */
  failure: Failure | null;
  /** Total size of the messages and dead letters so far, in bytes. Absent in runs of earlier versions. */
  outputBytes?: number;
  /** Processor time that reading has taken so far, in milliseconds. Absent in runs of earlier versions. */
  processorMs?: number;
  /**
   * True if a run in pieces has failed, but has published all records up to `position` and none after it. Absent: it has
   * published the whole file, or what it has published has gaps.
   */
  hasNoGap?: true;
  /** Data that the sink stores about its destination, and needs to resume the run. Only the sink knows its type. */
  destination?: unknown;
  /** Duration of the run so far, in milliseconds, summed over all processes that executed it. */
  durationMs: number;
}

/**
 * Returns the checkpoint with the larger byte offset in the file, or `first` if the offsets are equal. A checkpoint
 * without a position has the offset 0. Null counts as smaller than any checkpoint.
 */
export function laterCheckpoint(first: Checkpoint | null, second: Checkpoint | null): Checkpoint | null {
  return byteOffsetOf(second) > byteOffsetOf(first) ? second : first;
}

function byteOffsetOf(checkpoint: Checkpoint | null): number {
  return checkpoint === null ? -1 : (checkpoint.position?.byteOffset ?? 0);
}

/**
 * Returns true if a parsed value is usable as a checkpoint: `position`, `counters`, `issueCounts`, `warnings` and
 * `durationMs` are present and valid. Other members are not checked.
 */
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
