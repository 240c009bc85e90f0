import type { Position } from '../../compiler/kernel/model/contract.ts';
import { createSyncReader } from '../source/disk/file-progress.ts';
import type { SplitFile } from './range-reader.ts';
import { findRecordStart } from './record-starts.ts';
import { SplitQueue } from './queue.ts';

/** Maximum number of splits per reader that have been claimed but not merged. */
const SPLITS_AHEAD_PER_READER = 2;

/**
 * Divides a file into splits. A reader claims a split before it reads it, and waits if the readers are too far ahead of
 * the merge.
 */
export class SplitPlan {
  /** Number of readers: the calling thread and its helpers. */
  readers = 1;
  readonly #file: SplitFile;
  readonly #bytes: number;
  readonly #listed: () => number;
  /**
   * A position at which a record ends. Each split starts with the line, record and state of this position, but with its
   * own offset.
   */
  readonly #known: Position;
  /** Splits that have been claimed but not merged, in file order. */
  readonly #queues: SplitQueue[] = [];
  #from: number;
  #isAtEnd = false;
  /** True if reading the file to find the end of a split failed. Then one reader must read the rest of the file. */
  isBroken = false;
  #claiming: Promise<unknown> = Promise.resolve();
  #wakeClaim: () => void = () => {};
  #wakeMerge: () => void = () => {};

  /**
   * `bytes`: approximate size of a split. `maxListed`: returns how many more records with issues the result can list.
   * `known`: a position at which a record ends; the first split starts there.
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
   * Returns the next split to read. Waits while too many claimed splits are not merged. The split ends at or after the
   * offset `minEnd`. Returns null if the whole file has been claimed, if the plan is closed, or if the end of the split
   * could not be read.
   */
  claim(minEnd = 0): Promise<SplitQueue | null> {
    const claimed = this.#claiming.then(() => this.#claimNext(minEnd));
    this.#claiming = claimed;
    return claimed;
  }

  /**
   * Returns the first split, in file order, that has been claimed but not merged. Waits for a claim if there is no such
   * split. Returns null if there is none and no more splits can be claimed.
   */
  async next(): Promise<SplitQueue | null> {
    while (this.#queues.length === 0) {
      if (this.#isAtEnd) return null;
      await new Promise<void>((resolve) => (this.#wakeMerge = resolve));
    }
    return this.#queues[0] ?? null;
  }

  /** Removes the split that next() returned, because it has been merged. */
  merged(): void {
    this.#queues.shift()?.cancel();
    this.#wakeClaim();
  }

  /** Cancels all splits. No more splits can be claimed. */
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
    // The plan may have been closed while the end was searched.
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
