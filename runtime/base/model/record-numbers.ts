import type { RecordIssues } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from './issue-counts.ts';

/** Returns whether each record of a batch is a message, without a gap in their numbers. */
export function isGapless({ count, records, messageRecords }: CountedBatch): boolean {
  return count === records && messageRecords === undefined;
}

/**
 * Returns the record number of each message of `batch`, in order. Record numbers count from 1 at the start of the file.
 */
export function recordNumbers(batch: CountedBatch): Float64Array {
  if (batch.messageRecords !== undefined) return batch.messageRecords;
  if (batch.typed !== undefined) return batch.typed.messageRecords;
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
export function publishedIssues(batch: CountedBatch): Map<number, RecordIssues> {
  const listed = batch.messageRecords ?? batch.typed?.messageRecords;
  if (listed !== undefined) return issuesByMessage(batch, listed);
  const published = new Map<number, RecordIssues>();
  let unpublished = 0;
  for (const recordIssue of batch.recordIssues) {
    if (recordIssue.outcome === 'processed')
      published.set(recordIssue.record - batch.firstRecord - unpublished, recordIssue);
    else unpublished++;
  }
  return published;
}

/** Returns the issues of published records if the batch lists the record number of each message. */
function issuesByMessage({ recordIssues }: CountedBatch, messageRecords: Float64Array): Map<number, RecordIssues> {
  const byRecord = new Map(recordIssues.map((one) => [one.record, one]));
  const published = new Map<number, RecordIssues>();
  for (const [message, record] of messageRecords.entries()) {
    const found = byRecord.get(record);
    if (found !== undefined) published.set(message, found);
  }
  return published;
}
