import type { Batch, RecordIssues } from '../../compiler/kernel/model/contract.ts';

/** Returns the record number (from 1, in the file) of each message of `batch`. */
export function recordNumbers(batch: Batch): Float64Array {
  const numbers = new Float64Array(batch.count);
  let record = batch.firstRecord;
  let message = 0;
  for (const recordIssue of batch.recordIssues) {
    if (recordIssue.outcome === 'processed') continue;
    while (record < recordIssue.record) numbers[message++] = record++;
    record++;
  }
  while (message < batch.count) numbers[message++] = record++;
  return numbers;
}

/** Returns the messages of `batch` whose records have issues: the index of the message and its record with issues. */
export function publishedIssues(batch: Batch): Map<number, RecordIssues> {
  const published = new Map<number, RecordIssues>();
  let unpublished = 0;
  for (const recordIssue of batch.recordIssues) {
    if (recordIssue.outcome === 'processed')
      published.set(recordIssue.record - batch.firstRecord - unpublished, recordIssue);
    else unpublished++;
  }
  return published;
}
