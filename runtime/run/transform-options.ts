import type { TransformOptions } from '../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { RunInfo } from '../model/run-info.ts';
import type { Sink } from '../sink/contract.ts';

/**
 * A dry run commits nothing, so it has large batches: each batch has a cost, especially if it is sent between threads.
 */
const DRY_BATCH_RECORDS = 50_000;

/** Returns the options for the transformer of a run that starts or resumes at a checkpoint. */
export function createTransformOptions(
  { info, sink }: { info: RunInfo; sink: Sink },
  { position }: Checkpoint,
): TransformOptions {
  const { skipInvalidRecords, today, batchRecords, maxRecordBytes, maxColumns } = info.options;
  const records = sink.messages
    ? Math.min(batchRecords, sink.batchRecords ?? batchRecords)
    : Math.max(batchRecords, DRY_BATCH_RECORDS);
  const options: TransformOptions = {
    skipInvalidRecords,
    today,
    batchRecords: records,
    maxRecordBytes,
    messages: sink.messages,
  };
  if (sink.rejectedKeys === true) options.rejectedKeys = true;
  if (maxColumns !== undefined) options.maxColumns = maxColumns;
  if (sink.maxMessageBytes !== undefined) options.maxMessageBytes = sink.maxMessageBytes;
  if (position !== null) options.from = position;
  return options;
}
