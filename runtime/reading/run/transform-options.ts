import type { SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { maskKeysOf, tablesOf } from '../../base/model/bound-tables.ts';
import type { Checkpoint } from '../../base/model/checkpoint.ts';
import type { RunInfo } from '../../base/model/run-info.ts';
import type { Sink } from '../../sink/contract.ts';

/**
 * Number of records in a batch that is not committed to a store. Large batches are faster, because each batch has a
 * cost, especially if it is sent between threads. The size of its messages also limits a batch.
 */
const LARGE_BATCH_RECORDS = 50_000;

/** A batch of records that take long ends after this time, in milliseconds: other tasks of the thread get their turn. */
const BATCH_MS = 100;

/** The members of a sink on which the options depend. */
type SinkLimits = Pick<
  Sink,
  'messages' | 'lines' | 'usesKeys' | 'memory' | 'partsApart' | 'rejectedKeys' | 'maxMessageBytes' | 'batchRecords'
>;

/** Returns the options for the transformer of a run that starts or resumes at a checkpoint. */
export function createTransformOptions(
  { info, sink, module }: { info: RunInfo; sink: SinkLimits; module: SpecModule },
  { position }: Checkpoint,
): TransformOptions {
  const { skipInvalidRecords, today, batchRecords, maxRecordBytes, maxColumns } = info.options;
  const records =
    sink.messages && sink.lines !== true
      ? Math.min(batchRecords, sink.batchRecords ?? batchRecords)
      : Math.max(batchRecords, LARGE_BATCH_RECORDS);
  const options: TransformOptions = {
    skipInvalidRecords,
    today,
    batchRecords: records,
    batchMs: BATCH_MS,
    maxRecordBytes,
    messages: sink.messages,
    fileName: info.fileName,
  };
  const tables = tablesOf(module)?.tables;
  if (tables !== undefined) options.reference = tables;
  const maskKeys = maskKeysOf(module);
  if (maskKeys !== undefined) options.maskKeys = maskKeys;
  if (sink.lines === true) Object.assign(options, { lineFeeds: true, keys: false });
  if (sink.usesKeys === false) options.keys = false;
  if (sink.memory !== undefined) options.memory = sink.memory;
  if (sink.partsApart === true) options.partsApart = true;
  if (sink.rejectedKeys === true) options.rejectedKeys = true;
  if (maxColumns !== undefined) options.maxColumns = maxColumns;
  if (sink.maxMessageBytes !== undefined) options.maxMessageBytes = sink.maxMessageBytes;
  if (position !== null) options.from = position;
  return options;
}
