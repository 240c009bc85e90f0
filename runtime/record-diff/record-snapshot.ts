import type { Batch, Failure, Issue, SpecModule } from '../../compiler/kernel/model/contract.ts';
import { RunFailure } from '../model/run-failure.ts';
import type { Source } from '../source/contract.ts';

/** A record as one version of a spec reads it. */
export interface RecordSnapshot {
  /** Offset of its end in the file, in bytes. It identifies the record in the other version. */
  readonly end: number;
  /** Its number in the file, from 1. */
  readonly record: number;
  /** The physical line on which it starts, from 1. */
  readonly line: number;
  readonly issues: readonly Issue[];
  /** The event as JSON; null if none is published. */
  readonly event: string | null;
  /** The key of the event; null if it has none. */
  readonly key: string | null;
}

/** Yields the records of a file one at a time, and returns why the file cannot be read to its end (or null). */
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

/** Creates a function that converts batches of at most one record. It tracks lines across batches. */
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
    // The header precedes the first record and may have several lines.
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
