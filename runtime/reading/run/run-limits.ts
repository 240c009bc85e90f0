import type { Checkpoint } from '../../base/model/checkpoint.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import type { RunOptions } from '../../base/model/run-info.ts';

/** Up to this size, in bytes, the messages are not compared with the size of the file. */
const FREE_OUTPUT_BYTES = 1024 ** 3;

/** Approximate size of an issue in the header `issues`, in bytes, without its message and value. */
const ISSUE_BYTES = 120;
const SHOWN_ISSUES = 100;

/** What a run publishes, and the options that limit the run. */
export interface OutputKind {
  options: RunOptions;
  /** Whether the run publishes messages. False for a dry run. */
  hasMessages: boolean;
  /** Whether the run publishes the failed and skipped records as dead letters. */
  hasDeadLetters: boolean;
}

/**
 * Adds the size of a batch's output and its processor time to the checkpoint. Throws RunFailure if a sum exceeds a
 * limit of the run: `output_too_large` or `too_costly`. The caller must then not commit the batch.
 */
export function spendBatch(checkpoint: Checkpoint, batch: CountedBatch, kind: OutputKind): void {
  const { maxOutputBytes = Infinity, maxOutputRatio = Infinity, maxProcessorMs = Infinity } = kind.options;
  const outputBytes = (checkpoint.outputBytes ?? 0) + outputOf(batch, kind);
  if (outputBytes > maxOutputBytes)
    throw new RunFailure('output_too_large', `the messages of the run are larger than ${maxOutputBytes} bytes`);
  const input = batch.next.byteOffset;
  if (outputBytes > FREE_OUTPUT_BYTES && outputBytes > maxOutputRatio * input)
    throw new RunFailure(
      'output_too_large',
      `${input} bytes of the file make more than ${maxOutputRatio} times as many bytes of messages`,
    );
  const processorMs = (checkpoint.processorMs ?? 0) + (batch.processorMs ?? 0);
  if (processorMs > maxProcessorMs)
    throw new RunFailure('too_costly', `reading the file takes more than ${maxProcessorMs / 1000} s of processor time`);
  Object.assign(checkpoint, { outputBytes, processorMs });
}

function outputOf(batch: CountedBatch, { options, hasMessages, hasDeadLetters }: OutputKind): number {
  if (!hasMessages) return 0;
  let bytes = batch.bytes.length + (batch.held?.bytes ?? 0) + batch.keys.length;
  for (const { outcome, issues, byteLength } of batch.recordIssues) {
    if (outcome !== 'processed' && !hasDeadLetters) continue;
    if (outcome !== 'processed') bytes += Math.min(byteLength, options.maxRecordBytes);
    for (let at = 0; at < issues.length && at < SHOWN_ISSUES; at++)
      bytes += ISSUE_BYTES + (issues[at]?.message.length ?? 0) + (issues[at]?.value?.length ?? 0);
  }
  return bytes;
}
