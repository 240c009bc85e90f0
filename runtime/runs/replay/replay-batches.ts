import type { Batch, Position, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import type { RunOptions } from '../../model/run-info.ts';

/** A file of a run to read again in the same way. */
export interface ReplayInput {
  module: SpecModule;
  options: RunOptions;
  /** The undecoded file, from `from` on. */
  chunks: AsyncIterable<Uint8Array>;
  /** Where the chunks start; null for the start of the file. */
  from?: Position | null;
  /** The number of the last record to read. */
  records: number;
  /** Maximum number of records in a batch. Default: that of the run. */
  batchRecords?: number;
}

/** Yields the batches of a file, without messages, up to the one with the last record to read. */
export async function* replayBatches(reading: ReplayInput): AsyncGenerator<Batch> {
  const { module, chunks, records } = reading;
  if (records === 0) return;
  const transformer = module.createTransformer(toTransformOptions(reading));
  for await (const chunk of chunks) {
    for (const batch of transformer.push(chunk)) {
      yield batch;
      if (batch.next.record >= records) return;
    }
  }
  for (const batch of transformer.end()) {
    yield batch;
    if (batch.next.record >= records) return;
  }
}

function toTransformOptions({ options, from, batchRecords }: ReplayInput): TransformOptions {
  const { skipInvalidRecords, today, maxRecordBytes, maxColumns, maxMessageBytes } = options;
  const again: TransformOptions = {
    skipInvalidRecords,
    today,
    maxRecordBytes,
    batchRecords: batchRecords ?? options.batchRecords,
    messages: false,
  };
  if (maxColumns !== undefined) again.maxColumns = maxColumns;
  if (maxMessageBytes !== undefined) again.maxMessageBytes = maxMessageBytes;
  return from === undefined || from === null ? again : { ...again, from };
}
