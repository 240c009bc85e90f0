import type { Batch, Failure, Issue, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import type { Source } from '../../reading/source/contract.ts';

/** What one version of a spec finds for one record. */
export interface RecordSnapshot {
  /**
   * Offset of the first byte after the record in the undecoded file, or of its first byte if a version has documents. If
   * two versions find records with the same place, the records are the same.
   */
  readonly place: number;
  /** Number of the record in the file, from 1. */
  readonly record: number;
  /**
   * The physical line on which the record starts, from 1. For a first record without issues, the line on which it ends.
   */
  readonly line: number;
  readonly issues: readonly Issue[];
  /** The event as JSON text; null if the record is not published. */
  readonly event: string | null;
  /** The message key; null if there is none. */
  readonly key: string | null;
}

/**
 * Yields what a version of a spec finds for each record of a file. The generator returns the failure if the file cannot
 * be read to its end, otherwise null. `today` is the date that `today` means in rules, as `yyyy-MM-dd`. Throws the
 * system's errors.
 */
export async function* readSnapshots(
  module: SpecModule,
  source: Source,
  today: string,
): AsyncGenerator<RecordSnapshot, Failure | null> {
  const transformer = module.createTransformer({ today, batchRecords: 1 });
  const toSnapshots = createSnapshotReader();
  try {
    for await (const chunk of source.chunks(0)) {
      for (const batch of transformer.push(chunk)) {
        yield* toSnapshots(batch);
        if (batch.failure !== null) return batch.failure;
      }
    }
    for (const batch of transformer.end()) {
      yield* toSnapshots(batch);
      if (batch.failure !== null) return batch.failure;
    }
    return null;
  } catch (error) {
    const failure = failureOfRun(error);
    if (failure === null) throw error;
    return failure;
  }
}

/** Returns the failure of a file that cannot be read. Null: the error is another one. */
export function failureOfRun(error: unknown): Failure | null {
  return error instanceof RunFailure ? { code: error.code, message: error.message } : null;
}

/**
 * Creates a function that converts successive batches of at most one record each to snapshots. It needs the previous
 * batch to compute the line of a record without issues.
 */
function createSnapshotReader(): (batch: Batch) => Generator<RecordSnapshot> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let linesBefore: number | null = null;
  return function* (batch) {
    const {
      records,
      count,
      bytes,
      keys,
      recordIssues: [recordIssue],
      next,
      otherLines,
    } = batch;
    // A header of unknown length may precede the first record, so the line on which the record ends is used.
    const begin = linesBefore === null ? next.line : linesBefore + otherLines + 1;
    linesBefore = next.line;
    if (records === 0) return;
    yield {
      place: next.byteOffset,
      record: next.record,
      line: recordIssue?.line ?? begin,
      issues: recordIssue?.issues ?? [],
      event: count === 0 ? null : decoder.decode(bytes),
      key: keys.length === 0 ? null : decoder.decode(keys),
    };
  };
}
