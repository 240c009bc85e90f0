import type { Batch, Position, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import type { RunOptions } from '../../model/run-info.ts';

/** A file that a run has read, to be read again in the same way. */
export interface ReplayInput {
  module: SpecModule;
  options: RunOptions;
  /** The undecoded file, from `from` on. */
  chunks: AsyncIterable<Uint8Array>;
  /** Where the chunks begin; null: at the file's start. */
  from?: Position | null;
  /** Reading ends behind this record. */
  records: number;
  /** Most records of a batch, where it is not to be the run's. */
  batchRecords?: number;
}

/** The batches of a file up to the one with the last record that is asked for; without their messages. */
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
  const { skipInvalidRecords, today, maxRecordBytes, maxMessageBytes } = options;
  const again: TransformOptions = {
    skipInvalidRecords,
    today,
    maxRecordBytes,
    batchRecords: batchRecords ?? options.batchRecords,
    messages: false,
  };
  if (maxMessageBytes !== undefined) again.maxMessageBytes = maxMessageBytes;
  return from === undefined || from === null ? again : { ...again, from };
}
