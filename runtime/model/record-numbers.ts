import type { Batch, RecordProblem } from '../../compiler/kernel/model/contract.ts';

/** Returns the record number (from 1, in the file) of each message of `batch`. */
export function recordNumbers(batch: Batch): Float64Array {
  const numbers = new Float64Array(batch.count);
  let record = batch.firstRecord;
  let message = 0;
  for (const problem of batch.problems) {
    if (problem.outcome === 'processed') continue;
    while (record < problem.record) numbers[message++] = record++;
    record++;
  }
  while (message < batch.count) numbers[message++] = record++;
  return numbers;
}

/** Returns the messages of `batch` whose records have issues: the index of the message and its record with issues. */
export function publishedIssues(batch: Batch): Map<number, RecordProblem> {
  const published = new Map<number, RecordProblem>();
  let unpublished = 0;
  for (const problem of batch.problems) {
    if (problem.outcome === 'processed') published.set(problem.record - batch.firstRecord - unpublished, problem);
    else unpublished++;
  }
  return published;
}
