import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { limitIssues } from '../model/issue-counts.ts';
import { type ReadBuffer, RangeReader, type SplitFile } from './range-reader.ts';
import type { Split, SplitResult } from './queue.ts';

/** Where a reader tells what it reads. */
export interface ResultReceiver {
  /** Whether reading is to be left. */
  readonly isCancelled: boolean;
  receive(result: SplitResult): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
}

/** Reads a split and tells its batches. What goes wrong is not told: whoever reads on from the last batch meets it in its place. */
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

/** Tells what a reader reads, so many problems of each batch, and that it has come to its end. */
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
