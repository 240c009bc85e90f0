import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { limitIssues } from '../../base/model/issue-counts.ts';
import { KeyRecorder } from '../unique-keys/key-recorder.ts';
import { type ReadBuffer, RangeReader, type SplitFile } from './range-reader.ts';
import type { Split, SplitResult } from './queue.ts';

/** Receives the results of a reader. */
export interface ResultReceiver {
  /** True if the results are no longer needed and the reader should stop. */
  readonly isCancelled: boolean;
  receive(result: SplitResult): void;
  /** Resolves when the receiver can store more results, or when it is cancelled. */
  room(): Promise<void>;
}

/**
 * Reads a split and passes its batches to `receiver`. Never throws: after an error, the receiver gets `lost`. The merge
 * then reads from the last batch on and meets the same error.
 */
export async function readSplit(
  file: SplitFile,
  split: Split,
  { receiver, readBuffer }: { receiver: ResultReceiver; readBuffer: ReadBuffer },
): Promise<void> {
  try {
    const { recordTypes, hasUniqueRules = false } = file.module.spec;
    const keys = hasUniqueRules ? new KeyRecorder() : undefined;
    const isAssumed = recordTypes !== undefined;
    const reader = new RangeReader(file, split.from, { readBuffer, isAssumed, uniqueKeys: keys });
    await emitAll(reader, split.to === Infinity ? reader.readBytes(Infinity) : reader.readPast(split.to), {
      receiver,
      maxListed: split.maxListed,
      keys,
    });
  } catch {
    receiver.receive({ kind: 'lost' });
  }
}

/**
 * Passes batches to `receiver`, then `end`. In each batch, at most `maxListed` records with issues are listed, and the
 * others are only counted. Passes nothing more after the receiver was cancelled. `keys` records the values of UNIQUE
 * rules that the reader has not compared.
 */
export async function emitAll(
  reader: RangeReader,
  batches: AsyncGenerator<Batch>,
  { receiver, maxListed, keys }: { receiver: ResultReceiver; maxListed: number; keys?: KeyRecorder | undefined },
): Promise<void> {
  for await (const batch of batches) {
    const uniqueKeys = keys?.take();
    const limited = limitIssues(batch, maxListed);
    receiver.receive({ kind: 'batch', batch: uniqueKeys === undefined ? limited : { ...limited, uniqueKeys } });
    await receiver.room();
    if (receiver.isCancelled) return;
  }
  receiver.receive({ kind: 'end', isOver: reader.isOver });
}
