import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { limitIssues } from '../model/issue-counts.ts';
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
    const isAssumed = file.module.spec.recordTypes !== undefined;
    const reader = new RangeReader(file, split.from, { readBuffer, isAssumed });
    await emitAll(reader, split.to === Infinity ? reader.readBytes(Infinity) : reader.readPast(split.to), {
      receiver,
      maxListed: split.maxListed,
    });
  } catch {
    receiver.receive({ kind: 'lost' });
  }
}

/**
 * Passes batches to `receiver`, then `end`. In each batch, at most `maxListed` records with issues are listed, and the
 * others are only counted. Passes nothing more after the receiver was cancelled.
 */
export async function emitAll(
  reader: RangeReader,
  batches: AsyncGenerator<Batch>,
  { receiver, maxListed }: { receiver: ResultReceiver; maxListed: number },
): Promise<void> {
  for await (const batch of batches) {
    receiver.receive({ kind: 'batch', batch: limitIssues(batch, maxListed) });
    await receiver.room();
    if (receiver.isCancelled) return;
  }
  receiver.receive({ kind: 'end', isOver: reader.isOver });
}
