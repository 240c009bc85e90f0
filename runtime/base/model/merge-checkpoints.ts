import { appendWarnings } from '../../../compiler/formats.ts';
import { type Checkpoint, type Counters, createCheckpoint } from './checkpoint.ts';
import { createErrorList } from './error-list.ts';
import { createIssueCounter } from './issue-counts.ts';

/**
 * Returns the checkpoint of a run whose pieces have these checkpoints, in the order of the file: the sums, and the lists
 * one after another. Its `errors` list at most `errorLimit` records. Specs with several types of records have no pieces.
 */
export function mergeCheckpoints(pieces: readonly Checkpoint[], errorLimit: number): Checkpoint {
  const merged = createCheckpoint();
  const countIssue = createIssueCounter(merged.issueCounts);
  const list = createErrorList(merged, errorLimit);
  Object.assign(merged, { outputBytes: 0, processorMs: 0 });
  for (const piece of pieces) {
    addCounters(merged.counters, piece.counters);
    for (const count of piece.issueCounts) countIssue(count, count.count);
    appendWarnings(merged.warnings, piece.warnings);
    for (const error of piece.errors) list.add(() => error);
    if (piece.errorsTruncated) merged.errorsTruncated = true;
    merged.outputBytes = (merged.outputBytes ?? 0) + (piece.outputBytes ?? 0);
    merged.processorMs = (merged.processorMs ?? 0) + (piece.processorMs ?? 0);
    merged.durationMs += piece.durationMs;
    if (merged.failure === null) merged.position = piece.position ?? merged.position;
    merged.failure ??= piece.failure;
    merged.destination ??= piece.destination;
  }
  return merged;
}

function addCounters(sum: Counters, more: Counters): void {
  for (const name of Object.keys(sum) as (keyof Counters)[]) sum[name] += more[name];
}
