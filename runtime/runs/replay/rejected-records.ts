import type { Batch, RecordIssues, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { SliceReader } from '../../source/disk/slice-reader.ts';
import { replayBatches } from './replay-batches.ts';
import type { RunOptions } from '../../model/run-info.ts';
import type { RejectedRest } from '../../workers/messages.ts';

/** A file that a run has not published completely. */
export interface ReplayFile {
  module: SpecModule;
  options: RunOptions;
  slices: SliceReader;
  /** Number of records that the run has committed. `rest` says what follows them. */
  records: number;
  rest: RejectedRest;
}

/** Yields the committed records that were not published, in order. `onBatch` is called with each batch that is read. */
export async function* rejectedRecords(
  { module, options, slices, records }: ReplayFile,
  onBatch?: (batch: Batch) => void,
): AsyncGenerator<RecordIssues, undefined> {
  for await (const batch of replayBatches({ module, options, chunks: slices.readRange(0, Infinity), records })) {
    onBatch?.(batch);
    for (const recordIssue of batch.recordIssues)
      if (recordIssue.outcome !== 'processed' && recordIssue.record <= records) yield recordIssue;
  }
}

const PART_BYTES = 64 * 1024;

/** Yields the bytes between two offsets in parts, because they may exceed the memory. */
export async function* readBetween(slices: SliceReader, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += PART_BYTES) yield slices.readSlice(at, Math.min(PART_BYTES, to - at));
}
