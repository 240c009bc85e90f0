import type { Position } from '../../compiler/kernel/model/contract.ts';
import { createSyncReader } from '../source/disk/file-progress.ts';
import type { SplitFile } from './range-reader.ts';
import { findRecordStart } from './record-starts.ts';
import { SplitQueue } from './queue.ts';

/** Maximum number of splits per reader that are claimed before the merge reaches them. */
const SPLITS_AHEAD_PER_READER = 2;

/** Cuts a file into splits when a reader asks for one, but not too far ahead of the merge. */
export class SplitPlan {
  /** Number of readers. */
  readers = 1;
  readonly #file: SplitFile;
  readonly #bytes: number;
  readonly #listed: () => number;
  /** The position after some record. Later splits start from its line, record and state. */
  readonly #known: Position;
  /** Splits that are claimed but not yet merged. */
  readonly #queues: SplitQueue[] = [];
  #from: number;
  #isAtEnd = false;
  /** True if the end of a split could not be determined. The rest of the file must be read by one reader. */
  isBroken = false;
  #claiming: Promise<unknown> = Promise.resolve();
  #wakeClaim: () => void = () => {};
  #wakeMerge: () => void = () => {};

  /**
   * `bytes`: approximate size of a split. `maxListed`: how many more records with issues the result can list. `known`:
   * a position after some record.
   */
  constructor(
    file: SplitFile,
    { bytes, maxListed, known }: { bytes: number; maxListed: () => number; known: Position },
  ) {
    this.#file = file;
    this.#bytes = bytes;
    this.#listed = maxListed;
    this.#known = known;
    this.#from = known.byteOffset;
  }

  /**
   * Returns the next split to read, or null if there is none. Waits until the merge has caught up. The split ends at or
   * after `minEnd`.
   */
  claim(minEnd = 0): Promise<SplitQueue | null> {
    const claimed = this.#claiming.then(() => this.#claimNext(minEnd));
    this.#claiming = claimed;
    return claimed;
  }

  /** Returns the next split to merge, or null if there is none. */
  async next(): Promise<SplitQueue | null> {
    while (this.#queues.length === 0) {
      if (this.#isAtEnd) return null;
      await new Promise<void>((resolve) => (this.#wakeMerge = resolve));
    }
    return this.#queues[0] ?? null;
  }

  /** Removes the split that was merged. */
  merged(): void {
    this.#queues.shift()?.cancel();
    this.#wakeClaim();
  }

  /** Cancels all splits. */
  close(): void {
    this.#isAtEnd = true;
    for (const queue of this.#queues.splice(0)) queue.cancel();
    this.#wakeClaim();
    this.#wakeMerge();
  }

  async #claimNext(minEnd: number): Promise<SplitQueue | null> {
    while (!this.#isAtEnd && this.#queues.length >= SPLITS_AHEAD_PER_READER * this.readers)
      await new Promise<void>((resolve) => (this.#wakeClaim = resolve));
    if (this.#isAtEnd) return null;
    const from = this.#from;
    const to = await this.#findEnd(Math.max(minEnd, from + this.#bytes));
    // The plan may have been closed in the meantime.
    if (to === null || this.#isAtEnd) return null;
    const queue = new SplitQueue({ from: { ...this.#known, byteOffset: from }, to, maxListed: this.#listed() });
    this.#from = to;
    this.#isAtEnd = to === Infinity;
    this.#queues.push(queue);
    this.#wakeMerge();
    return queue;
  }

  async #findEnd(at: number): Promise<number | null> {
    const { shared, splits } = this.#file;
    try {
      return await findRecordStart(createSyncReader(shared), splits, { at, known: this.#known.byteOffset });
    } catch {
      this.isBroken = true;
      this.#isAtEnd = true;
      this.#wakeMerge();
      return null;
    }
  }
}
