import type { Batch, RecordIssues } from '../../compiler/kernel/model/contract.ts';

/**
 * Returns the record number of each message of `batch`, in order. Record numbers count from 1 at the start of the file.
 */
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

/**
 * Returns the issues of the records that became messages although they have issues. The key is the index of the message
 * in `batch`, from 0.
 */
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
