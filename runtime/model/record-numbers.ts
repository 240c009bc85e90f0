import type { Batch, RecordProblem } from '../../compiler/kernel/model/contract.ts';

/** The number of the record in the file (from 1) that message i of `batch` was made from. */
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

/** The issues that messages carry: by the message's place in `batch`, only those that carry some. */
export function publishedIssues(batch: Batch): Map<number, RecordProblem> {
  const published = new Map<number, RecordProblem>();
  let unpublished = 0;
  for (const problem of batch.problems) {
    if (problem.outcome === 'processed') published.set(problem.record - batch.firstRecord - unpublished, problem);
    else unpublished++;
  }
  return published;
}
