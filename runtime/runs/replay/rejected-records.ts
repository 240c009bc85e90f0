import type { Batch, RecordIssues, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { SliceReader } from '../../source/disk/slice-reader.ts';
import { replayBatches } from './replay-batches.ts';
import type { RunOptions } from '../../model/run-info.ts';
import type { RejectedRest } from '../../workers/messages.ts';

/** A file of which a run has not published everything. */
export interface ReplayFile {
  module: SpecModule;
  options: RunOptions;
  slices: SliceReader;
  /** Records that the run has committed, and what of those behind them was not published. */
  records: number;
  rest: RejectedRest;
}

/** The records among those that the run has committed that were not published, in their order; `onBatch` sees what they are read from. */
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

/** What lies between two places of a file, a part at a time: it may be longer than memory. */
export async function* readBetween(slices: SliceReader, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += PART_BYTES) yield slices.readSlice(at, Math.min(PART_BYTES, to - at));
}
