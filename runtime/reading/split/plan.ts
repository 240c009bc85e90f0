import type { Position, SplitStates } from '../../../compiler/kernel/model/contract.ts';
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
  #known: Position;
  /** Absent if records do not depend on earlier ones. */
  readonly #states: SplitStates | undefined;
  /** Splits that have been claimed but not merged, in file order. */
  readonly #queues: SplitQueue[] = [];
  #from: number;
  #isFirst = true;
  #isAtEnd = false;
  /** True if reading the file to find the end of a split failed. Then one reader must read the rest of the file. */
  isBroken = false;
  #claiming: Promise<unknown> = Promise.resolve();
  #wakeClaim: () => void = () => {};
  #wakeMerge: () => void = () => {};

  /**
   * `bytes`: approximate size of a split. `maxListed`: returns how many more records with issues the result can list.
   * `known`: a position at which a record ends; the first split starts there. `states`: what later splits assume.
   */
  constructor(
    file: SplitFile,
    {
      bytes,
      maxListed,
      known,
      states,
    }: { bytes: number; maxListed: () => number; known: Position; states?: SplitStates | undefined },
  ) {
    this.#file = file;
    this.#states = states;
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

  /** Notes a position at which a record ends. Later splits assume its state if records depend on earlier ones. */
  reached(known: Position): void {
    if (this.#states !== undefined) this.#known = { ...this.#known, state: known.state };
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
    const queue = new SplitQueue({ from: this.#assume(from), to, maxListed: this.#listed() });
    this.#from = to;
    this.#isFirst = false;
    this.#isAtEnd = to === Infinity;
    this.#queues.push(queue);
    this.#wakeMerge();
    return queue;
  }

  /** Returns the position at which the reader of a split starts. That of the first split is known. */
  #assume(byteOffset: number): Position {
    if (this.#isFirst || this.#states === undefined) return { ...this.#known, byteOffset };
    return { ...this.#known, byteOffset, state: this.#states.assume(this.#known.state) };
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
