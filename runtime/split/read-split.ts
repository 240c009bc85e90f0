import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { limitIssues } from '../model/issue-counts.ts';
import { type ReadBuffer, RangeReader, type SplitFile } from './range-reader.ts';
import type { Split, SplitResult } from './queue.ts';

/** Receives what a reader has read. */
export interface ResultReceiver {
  /** True if the reader should stop. */
  readonly isCancelled: boolean;
  receive(result: SplitResult): void;
  /** Resolves when more results can be received. */
  room(): Promise<void>;
}

/**
 * Reads a split and passes its batches to `receiver`. An error is only reported as `lost`: the merge reads on from the
 * last batch and meets the same error there.
 */
export async function readSplit(
  file: SplitFile,
  split: Split,
  { receiver, readBuffer }: { receiver: ResultReceiver; readBuffer: ReadBuffer },
): Promise<void> {
  try {
    const reader = new RangeReader(file, split.from, { readBuffer });
    await emitAll(reader, split.to === Infinity ? reader.readBytes(Infinity) : reader.readPast(split.to), {
      receiver,
      maxListed: split.maxListed,
    });
  } catch {
    receiver.receive({ kind: 'lost' });
  }
}

/** Passes batches to `receiver`, with at most `maxListed` records with issues each, then the end. */
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
