import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { limitIssues } from '../model/issue-counts.ts';
import { type Pieces, RangeReader, type SplitFile } from './range-reader.ts';
import type { Split, Told } from './queue.ts';

/** Where a reader tells what it reads. */
export interface Listener {
  /** Whether reading is to be left. */
  readonly isCancelled: boolean;
  tell(told: Told): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
}

/** Reads a split and tells its batches. What goes wrong is not told: whoever reads on from the last batch meets it in its place. */
export async function readSplit(
  file: SplitFile,
  split: Split,
  { listener, pieces }: { listener: Listener; pieces: Pieces },
): Promise<void> {
  try {
    const reader = new RangeReader(file, split.from, { pieces });
    await tellAll(reader, split.to === Infinity ? reader.readBytes(Infinity) : reader.readPast(split.to), {
      listener,
      listed: split.listed,
    });
  } catch {
    listener.tell({ kind: 'lost' });
  }
}

/** Tells what a reader reads, so many problems of each batch, and that it has come to its end. */
export async function tellAll(
  reader: RangeReader,
  batches: AsyncGenerator<Batch>,
  { listener, listed }: { listener: Listener; listed: number },
): Promise<void> {
  for await (const batch of batches) {
    listener.tell({ kind: 'batch', batch: limitIssues(batch, listed) });
    await listener.room();
    if (listener.isCancelled) return;
  }
  listener.tell({ kind: 'end', isOver: reader.isOver });
}
