import type { Batch, Failure, Issue, SpecModule } from '../../compiler/kernel/model/contract.ts';
import { RunFailure } from '../model/run-failure.ts';
import type { Source } from '../source/contract.ts';

/** A record as one state of a spec sees it. */
export interface RecordSnapshot {
  /** Where it ends in the file, in bytes: by that the same record is known again in another state. */
  readonly end: number;
  /** Its number in the file, from 1. */
  readonly record: number;
  /** The physical line on which it begins, from 1. */
  readonly line: number;
  readonly issues: readonly Issue[];
  /** JSON of its event; null where it gives none. */
  readonly event: string | null;
  /** Key of its event; null where it has none. */
  readonly key: string | null;
}

/** Reads a file record by record, and gives why it cannot be read to its end. Holds one record at a time. */
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
    if (error instanceof RunFailure) return { code: error.code, message: error.message };
    throw error;
  }
}

/** Makes sights of batches that hold one record at most; the lines before it are those of the batches before. */
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
    // Before the first record stands a header, of as many lines as it has.
    const begin = linesBefore === null ? next.line : linesBefore + otherLines + 1;
    linesBefore = next.line;
    if (records === 0) return;
    yield {
      end: next.byteOffset,
      record: next.record,
      line: recordIssue?.line ?? begin,
      issues: recordIssue?.issues ?? [],
      event: count === 0 ? null : decoder.decode(bytes),
      key: keys.length === 0 ? null : decoder.decode(keys),
    };
  };
}
