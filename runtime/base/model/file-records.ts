import type { SerializedResult } from './result.ts';

/** The counts of the records of a file. */
export interface FileRecords {
  readonly total: number;
  /** Records that were read without an issue that keeps them from being published. */
  readonly processed: number;
  /** Records with a FATAL issue. */
  readonly failed: number;
  /** Records with an ERROR that were left out. */
  readonly skipped: number;
  /** Records that were not published: these two, or all of a file that was not published. */
  readonly rejected: number;
}

/** Returns the records of a run that has ended. `isWhole`: a run that FAILED has published nothing. */
export function toFileRecords(result: SerializedResult, { isWhole }: { isWhole: boolean }): FileRecords {
  const { status, totalRecords, processedRecords, failedRecords, skippedRecords, publishedRecords } = result;
  const hasNone = status === 'FAILED' && (isWhole || publishedRecords === 0 || processedRecords === 0);
  return {
    total: totalRecords,
    processed: processedRecords,
    failed: failedRecords,
    skipped: skippedRecords,
    rejected: hasNone ? totalRecords : failedRecords + skippedRecords,
  };
}
