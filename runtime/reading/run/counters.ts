import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { appendWarnings } from '../../../compiler/formats.ts';
import {
  type CountedBatch,
  countRecordIssues,
  isErrorRecord,
  createIssueCounter,
  type RecordIssueCounts,
} from '../../base/model/issue-counts.ts';
import type { Checkpoint } from '../../base/model/checkpoint.ts';
import { createErrorList } from '../../base/model/error-list.ts';
import { addDocumentCounts } from '../../base/model/rejected-documents.ts';
import { toRecordError } from '../../base/model/record-error.ts';
import { addFileIssues, addTypeCounts } from '../../base/model/typed-counts.ts';

/** Adds the counts of a run's batches to its checkpoint. */
export interface RunCounters {
  /**
   * Adds the counts, issues and warnings of `batch` to the checkpoint, and sets its position and failure to those of
   * the batch. Throws an Error if the counts of the batch contradict each other.
   */
  add(batch: CountedBatch): void;
}

/**
 * Creates counters that change `checkpoint` in place. The `errors` of the checkpoint list at most `errorLimit` records
 * with issues, and at most 4 MiB of them.
 */
export function createRunCounters(checkpoint: Checkpoint, errorLimit: number): RunCounters {
  const countIssues = createIssueCounter(checkpoint.issueCounts);
  const list = createErrorList(checkpoint, errorLimit);
  return {
    add(batch) {
      const counts = countsOf(batch);
      addCounters(checkpoint, batch, counts);
      for (const { issues } of counts) {
        for (const issue of issues) countIssues(issue, issue.count);
      }
      // The error is stored as JSON text. As an object, it could retain a large text, because its value is a slice of that
      // text.
      for (const recordIssue of batch.recordIssues) list.add(() => JSON.stringify(toRecordError(recordIssue)));
      if (batch.counted !== undefined) list.leaveOut();
      appendWarnings(checkpoint.warnings, batch.warnings);
      if (batch.typed !== undefined) addTypeCounts(checkpoint, batch.typed.types);
      if (batch.typed?.documents !== undefined)
        checkpoint.documents = addDocumentCounts(checkpoint.documents ?? null, batch.typed.documents);
      if (batch.fileIssues !== undefined) addFileIssues(checkpoint, batch.fileIssues);
      checkpoint.failure = batch.failure;
      checkpoint.position = batch.next;
    },
  };
}

/**
 * Returns the number of the record at which the run must stop: the first one with which more than `maxErrors` records
 * have an ERROR or FATAL issue. Returns null if the batch contains no such record, or if `maxErrors` is null.
 * `errorRecords` is the number of records with an ERROR or FATAL issue before the batch.
 */
export function findStoppingRecord(batch: Batch, errorRecords: number, maxErrors: number | null): number | null {
  if (maxErrors === null) return null;
  let found = errorRecords;
  for (const recordIssue of batch.recordIssues) {
    if (isErrorRecord(recordIssue) && ++found > maxErrors) return recordIssue.record;
  }
  return null;
}

/**
 * Returns the counts of the records that `recordIssues` lists and, as a second item, those of the records that were
 * only counted.
 */
function countsOf({ recordIssues, counted }: CountedBatch): RecordIssueCounts[] {
  return [countRecordIssues(recordIssues), ...(counted === undefined ? [] : [counted])];
}

function addCounters({ counters }: Checkpoint, batch: Batch, counts: readonly RecordIssueCounts[]): void {
  const sum = (what: 'failed' | 'skipped' | 'errors' | 'warnings'): number =>
    counts.reduce((all, one) => all + one[what], 0);
  const failed = sum('failed');
  const skipped = sum('skipped');
  const processed = batch.count + (batch.typed?.unpublished ?? 0);
  if (processed + failed + skipped !== batch.records) {
    throw new Error(
      `a batch of ${batch.records} records reports ${batch.count} messages, ${failed} failed and ${skipped} skipped`,
    );
  }
  counters.totalRecords += batch.records;
  counters.processedRecords += processed;
  counters.failedRecords += failed;
  counters.skippedRecords += skipped;
  counters.errorRecords += sum('errors');
  counters.warningRecords += sum('warnings');
  counters.correctedRecords += batch.corrected;
  counters.otherLines += batch.otherLines;
}
