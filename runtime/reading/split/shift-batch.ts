import type { Position } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';

/**
 * Adds the number of lines and records that precede a split to all numbers in a batch, and replaces the state of its
 * position. Removes the recorded values of UNIQUE rules. Changes the issues in place.
 */
export function shiftBatch(
  batch: CountedBatch,
  { lines, records, state }: { lines: number; records: number; state: unknown },
): CountedBatch {
  const { uniqueKeys: _, ...others } = batch;
  const { next, typed, fileIssues } = others;
  for (const recordIssue of batch.recordIssues) {
    recordIssue.line += lines;
    recordIssue.record += records;
    // Only rules of the file compare a record with an earlier one.
    if (typed === undefined) continue;
    for (const issue of recordIssue.issues) if (issue.firstRecord !== undefined) issue.firstRecord += records;
  }
  return {
    ...others,
    firstRecord: batch.firstRecord + records,
    next: { ...next, line: next.line + lines, record: next.record + records, state },
    ...(typed !== undefined && {
      typed: { ...typed, messageRecords: typed.messageRecords.map((record) => record + records) },
    }),
    ...(fileIssues !== undefined && {
      fileIssues: fileIssues.map((issue) => ({
        ...issue,
        record: issue.record === null ? null : issue.record + records,
        line: issue.line === null ? null : issue.line + lines,
      })),
    }),
  };
}

/** Returns how a later batch of a split becomes a batch of the file. Null if it must be read again. */
export type BatchCorrection = (batch: CountedBatch) => CountedBatch | null;

/** Returns the correction of batches whose reader started at `assumed` instead of `actual`, in the state `stateOf`. */
export function createCorrection(
  actual: Position,
  assumed: Position,
  stateOf: (later: Position) => unknown,
): BatchCorrection {
  const lines = actual.line - assumed.line;
  const records = actual.record - assumed.record;
  return (batch) => {
    const state = stateOf(batch.next);
    // A state of null belongs to records that depend on nothing before them.
    return state === null && batch.next.state !== null ? null : shiftBatch(batch, { lines, records, state });
  };
}
