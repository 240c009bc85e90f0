import type { Position } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../model/issue-counts.ts';
import { RangeReader, type SplitFile } from './range-reader.ts';
import type { SplitPlan } from './plan.ts';
import type { SplitQueue } from './queue.ts';

/** The options of a merge. `from` is the position at which it starts. */
export interface MergeOptions {
  from: Position;
  /**
   * A later split starts at an offset that is only a guess where a record starts. After this many wrong guesses in
   * succession, one reader reads the rest of the file.
   */
  maxWrongGuesses: number;
  signal: AbortSignal | undefined;
}

/** Merges the results of splits in file order. */
export class SplitMerge {
  readonly #file: SplitFile;
  readonly #plan: SplitPlan;
  readonly #signal: AbortSignal | undefined;
  /** The position after the last batch that the merge has yielded. */
  #at: Position;
  #isOver = false;
  readonly #maxWrongGuesses: number;
  #wrongGuesses = 0;

  constructor(file: SplitFile, plan: SplitPlan, { from, maxWrongGuesses, signal }: MergeOptions) {
    this.#file = file;
    this.#plan = plan;
    this.#at = from;
    this.#maxWrongGuesses = maxWrongGuesses;
    this.#signal = signal;
  }

  /** Yields the batches of all splits in file order, with the correct line and record numbers. */
  async *batches(): AsyncGenerator<CountedBatch> {
    while (!this.#isOver && this.#wrongGuesses < this.#maxWrongGuesses) {
      const queue = await this.#plan.next();
      if (queue === null) break;
      const isAligned = isSamePosition(queue.split.from, this.#at);
      if (isAligned) yield* this.#take(queue, queue.split.from);
      else yield* this.#resync(queue);
      this.#plan.merged();
    }
    const isRead = this.#isOver || (this.#wrongGuesses < this.#maxWrongGuesses && !this.#plan.isBroken);
    if (isRead) return;
    this.#plan.close();
    yield* this.#advance(this.#reader().readBytes(Infinity));
  }

  /**
   * Yields the remaining results of a split from the position that the merge has reached. `place` is the same position
   * with the line and record numbers of the split.
   */
  async *#take(queue: SplitQueue, place: Position): AsyncGenerator<CountedBatch> {
    this.#wrongGuesses = 0;
    const lines = this.#at.line - place.line;
    const records = this.#at.record - place.record;
    for (;;) {
      const result = await queue.take();
      if (result.kind === 'batch') {
        yield this.#advanceTo(shiftBatch(result.batch, lines, records));
      } else if (result.kind === 'end') {
        this.#isOver ||= result.isOver;
        return;
      } else {
        yield* this.#readRest(this.#reader(), queue);
        return;
      }
    }
  }

  /**
   * Yields the batches of a split whose start may be a wrong guess. Reads the file from the last merged record on,
   * until a record ends where a batch of the split ends. From there on, the results of the split are correct.
   */
  async *#resync(queue: SplitQueue): AsyncGenerator<CountedBatch> {
    const reader = this.#reader();
    while (this.#at.byteOffset < queue.split.to) {
      const result = await queue.take();
      if (result.kind !== 'batch') break;
      const { next } = result.batch;
      if (next.byteOffset > reader.bytesEnd) yield* this.#advance(reader.readUpTo(next.byteOffset));
      if (reader.isOver) break;
      if (!isSamePosition(next, this.#at)) continue;
      yield* this.#take(queue, next);
      return;
    }
    if (this.#at.byteOffset < queue.split.to) this.#wrongGuesses++;
    yield* this.#readRest(reader, queue);
  }

  async *#readRest(reader: RangeReader, { split: { to } }: SplitQueue): AsyncGenerator<CountedBatch> {
    yield* this.#advance(to === Infinity ? reader.readBytes(Infinity) : reader.readPast(to));
    this.#isOver ||= reader.isOver;
  }

  async *#advance(batches: AsyncGenerator<CountedBatch>): AsyncGenerator<CountedBatch> {
    for await (const batch of batches) yield this.#advanceTo(batch);
  }

  #reader(): RangeReader {
    return new RangeReader(this.#file, this.#at, { signal: this.#signal });
  }

  #advanceTo(batch: CountedBatch): CountedBatch {
    this.#at = batch.next;
    return batch;
  }
}

/**
 * Returns true if two positions have the same offset and the same state of the reader. Line and record numbers may
 * differ.
 */
function isSamePosition(one: Position, other: Position): boolean {
  return one.byteOffset === other.byteOffset && JSON.stringify(one.state) === JSON.stringify(other.state);
}

/** Adds the number of lines and records that precede the split to the numbers in a batch. */
function shiftBatch(batch: CountedBatch, lines: number, records: number): CountedBatch {
  const { next, recordIssues } = batch;
  for (const recordIssue of recordIssues) {
    recordIssue.line += lines;
    recordIssue.record += records;
  }
  return {
    ...batch,
    firstRecord: batch.firstRecord + records,
    next: { ...next, line: next.line + lines, record: next.record + records },
  };
}
