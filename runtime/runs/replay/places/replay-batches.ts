import type { Batch, Position, SpecModule, TransformOptions } from '../../../../compiler/kernel/model/contract.ts';
import type { ReplayOptions } from '../../../base/model/run-info.ts';

/** A file that is read again with the options of its run, so that it has the same batches and issues. */
export interface ReplayInput {
  module: SpecModule;
  options: ReplayOptions;
  /** The bytes of the file from `from` on, decompressed but not decoded. */
  chunks: AsyncIterable<Uint8Array>;
  /** The position of the first chunk; null for the start of the file. */
  from?: Position | null;
  /** Number of the last record to read, from 1. 0: nothing is read. */
  records: number;
  /** Maximum number of records in a batch. Default: the maximum of the run. */
  batchRecords?: number;
  /** Whether the batches contain messages. Default: false. */
  messages?: boolean;
}

/**
 * Yields the batches of a file, up to the batch that contains the last record to read. The batches contain issues but
 * no messages, unless they are wanted.
 */
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

function toTransformOptions({ options, from, batchRecords, messages = false }: ReplayInput): TransformOptions {
  const { skipInvalidRecords, today, maxRecordBytes, maxColumns, maxMessageBytes, fileName } = options;
  const again: TransformOptions = {
    skipInvalidRecords,
    today,
    maxRecordBytes,
    batchRecords: batchRecords ?? options.batchRecords,
    messages,
    fileName,
  };
  if (maxColumns !== undefined) again.maxColumns = maxColumns;
  if (maxMessageBytes !== undefined) again.maxMessageBytes = maxMessageBytes;
  return from === undefined || from === null ? again : { ...again, from };
}
