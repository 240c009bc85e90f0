import type { Failure, Warning } from '../../compiler/kernel/model/contract.ts';
import type { IssueCount } from './issue-counts.ts';
import type { Checkpoint, Counters } from './checkpoint.ts';
import type { RunInfo } from './run-info.ts';
import { findHints } from './file-hints.ts';
import type { RecordError } from './record-error.ts';

/** The result of a run or dry run. */
export interface ProcessingResult extends Counters {
  /**
   * SUCCESS: no ERROR or FATAL issue. PARTIAL_SUCCESS: some. FAILED: the run did not complete, or processed no record.
   */
  status: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED';
  durationMs: number;
  /** Why the run FAILED. */
  failure?: Failure;
  /** Absent in a dry run. */
  runId?: string;
  specId?: string;
  specVersion: string;
  fileName: string;
  /** SHA-256 of the file as sent, hexadecimal; null if a pipe was not read to its end. */
  fileSha256: string | null;
  warnings: Warning[];
  issueCounts: IssueCount[];
  errors: RecordError[];
  errorsTruncated: boolean;
}

/** Creates the result of a run from its last checkpoint. */
export function createResult(run: RunInfo, checkpoint: Checkpoint, fileSha256: string | null): ProcessingResult {
  const { totalRecords, processedRecords, failedRecords, skippedRecords, ...counters } = checkpoint.counters;
  const failure = withHint(checkpoint.failure ?? nothingProcessed(checkpoint.counters), checkpoint);
  return {
    status: failure !== null ? 'FAILED' : counters.errorRecords > 0 ? 'PARTIAL_SUCCESS' : 'SUCCESS',
    totalRecords,
    processedRecords,
    failedRecords,
    skippedRecords,
    durationMs: Math.round(checkpoint.durationMs),
    ...counters,
    ...(failure === null ? {} : { failure }),
    ...(run.runId === null ? {} : { runId: run.runId }),
    ...(run.specId === null ? {} : { specId: run.specId }),
    specVersion: run.spec.version,
    fileName: run.fileName,
    fileSha256,
    warnings: checkpoint.warnings,
    issueCounts: checkpoint.issueCounts,
    // Each item was written by JSON.stringify of a RecordError.
    errors: checkpoint.errors.map((json) => JSON.parse(json) as RecordError),
    errorsTruncated: checkpoint.errorsTruncated,
  };
}

/** Adds the hints for common mismatches of a file and its spec to the failure. */
function withHint(failure: Failure | null, { warnings, issueCounts }: Checkpoint): Failure | null {
  const hints = failure === null ? [] : findHints({ failure, warnings, issueCounts });
  return failure === null || hints.length === 0 ? failure : { ...failure, hint: hints.join('. ') };
}

function nothingProcessed({ totalRecords, processedRecords }: Counters): Failure | null {
  if (totalRecords === 0 || processedRecords > 0) return null;
  const message =
    totalRecords === 1
      ? 'the only record could not be processed'
      : `none of the ${totalRecords} records could be processed`;
  return { code: 'no_record_processed', message };
}
