import { appendWarnings } from '../../../compiler/formats.ts';
import { type Checkpoint, type Counters, createCheckpoint } from './checkpoint.ts';
import { createErrorList } from './error-list.ts';
import { createIssueCounter } from './issue-counts.ts';
import { addDocumentCounts } from './rejected-documents.ts';
import { addFileIssues, addTypeCounts } from './typed-counts.ts';

/**
 * Returns the checkpoint of a run whose pieces have these checkpoints, in the order of the file: the sums, and the lists
 * one after another. Its `errors` list at most `errorLimit` records.
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
    addTypedCounts(merged, piece);
    merged.outputBytes = (merged.outputBytes ?? 0) + (piece.outputBytes ?? 0);
    merged.processorMs = (merged.processorMs ?? 0) + (piece.processorMs ?? 0);
    merged.durationMs += piece.durationMs;
    if (merged.failure === null) merged.position = piece.position ?? merged.position;
    merged.failure ??= piece.failure;
    merged.destination ??= piece.destination;
  }
  return merged;
}

/** Adds what a checkpoint only has if the spec has several types of records. */
function addTypedCounts(
  merged: Checkpoint,
  { recordTypes, documents, documentRules, fileIssues, fileIssuesTruncated }: Checkpoint,
): void {
  if (recordTypes !== undefined) addTypeCounts(merged, recordTypes);
  if (documents !== undefined) merged.documents = addDocumentCounts(merged.documents ?? null, documents);
  if (documentRules !== undefined) merged.documentRules ??= documentRules;
  if (fileIssues !== undefined) addFileIssues(merged, fileIssues);
  if (fileIssuesTruncated === true) merged.fileIssuesTruncated = true;
}

function addCounters(sum: Counters, more: Counters): void {
  for (const name of Object.keys(sum) as (keyof Counters)[]) sum[name] += more[name];
}
