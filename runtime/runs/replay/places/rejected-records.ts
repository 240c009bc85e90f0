import type { Batch, RecordIssues, SpecModule } from '../../../../compiler/kernel/model/contract.ts';
import type { SliceReader } from '../../../reading/source/disk/slice-reader.ts';
import { replayBatches } from './replay-batches.ts';
import { recordSetOf } from '../../../base/model/record-set.ts';
import type { ReplayOptions } from '../../../base/model/run-info.ts';
import type { RejectedRest } from '../../../reading/workers/messages.ts';

/** The file of a run that is read again to find the records that were not published. */
export interface ReplayFile {
  module: SpecModule;
  options: ReplayOptions;
  slices: SliceReader;
  /** Number of records that the run has committed. `rest` says what follows them in the file. */
  records: number;
  rest: RejectedRest;
}

/**
 * Yields the committed records that were not published, in file order. Calls `onBatch` with each batch that is read.
 */
export async function* rejectedRecords(
  { module, options, slices, records }: ReplayFile,
  onBatch?: (batch: Batch) => void,
): AsyncGenerator<RecordIssues, undefined> {
  const only = recordSetOf(options);
  for await (const batch of replayBatches({ module, options, chunks: slices.readRange(0, Infinity), records })) {
    onBatch?.(batch);
    for (const recordIssue of batch.recordIssues)
      if (
        recordIssue.outcome !== 'processed' &&
        recordIssue.record <= records &&
        only?.has(recordIssue.record) !== false
      )
        yield recordIssue;
  }
}

const PART_BYTES = 64 * 1024;

/**
 * Yields the bytes from offset `from` up to, but not including, offset `to`. Reads them in parts, because they may not
 * fit in memory.
 */
export async function* readBetween(slices: SliceReader, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += PART_BYTES) yield slices.readSlice(at, Math.min(PART_BYTES, to - at));
}
