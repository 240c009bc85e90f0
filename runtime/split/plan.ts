import type { Position } from '../../compiler/kernel/model/contract.ts';
import { createSyncReader } from '../source/disk/file-progress.ts';
import type { SplitFile } from './range-reader.ts';
import { findRecordStart } from './record-starts.ts';
import { SplitQueue } from './queue.ts';

/** Splits that are read ahead of the merge, for each reader. */
const SPLITS_AHEAD_PER_READER = 2;

/** Cuts a file into splits, each when somebody has time to read it, and not too far ahead of the merge. */
export class SplitPlan {
  /** How many may read at a time. */
  readers = 1;
  readonly #file: SplitFile;
  readonly #bytes: number;
  readonly #listed: () => number;
  /** A position behind a record: what later splits know of what stands before them. */
  readonly #known: Position;
  /** Claimed and not yet merged. */
  readonly #queues: SplitQueue[] = [];
  #from: number;
  #isAtEnd = false;
  /** Whether the end of a split could not be found: what is behind the last one has to be read as it comes. */
  isBroken = false;
  #claiming: Promise<unknown> = Promise.resolve();
  #wakeClaim: () => void = () => {};
  #wakeMerge: () => void = () => {};

  /** `bytes`: about how many a split has. `maxListed`: how many problems there is still room for. `known`: behind some record. */
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

  /** The next split to read; null where there is none. `minEnd`: where it may end. Waits for room. */
  claim(minEnd = 0): Promise<SplitQueue | null> {
    const claimed = this.#claiming.then(() => this.#claimNext(minEnd));
    this.#claiming = claimed;
    return claimed;
  }

  /** The next split to merge; null where there is none. */
  async next(): Promise<SplitQueue | null> {
    while (this.#queues.length === 0) {
      if (this.#isAtEnd) return null;
      await new Promise<void>((resolve) => (this.#wakeMerge = resolve));
    }
    return this.#queues[0] ?? null;
  }

  /** The split to merge is merged. */
  merged(): void {
    this.#queues.shift()?.cancel();
    this.#wakeClaim();
  }

  /** No more splits are read. */
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
    // It may have been closed meanwhile.
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
