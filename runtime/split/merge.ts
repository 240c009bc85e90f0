import type { Position } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../model/issue-counts.ts';
import { RangeReader, type SplitFile } from './range-reader.ts';
import type { SplitPlan } from './plan.ts';
import type { SplitQueue } from './queue.ts';

/** Where the merge of a file begins, and how it goes. */
export interface MergeOptions {
  from: Position;
  /** So many guesses in a row that no reading falls in step with, and the file is read on as one. */
  mostWrong: number;
  signal: AbortSignal | undefined;
}

/** Puts what was read of the splits together, in the order of the file. */
export class SplitMerge {
  readonly #file: SplitFile;
  readonly #plan: SplitPlan;
  readonly #signal: AbortSignal | undefined;
  /** Behind the last batch that was given. */
  #at: Position;
  #isOver = false;
  readonly #mostWrong: number;
  #wrong = 0;

  constructor(file: SplitFile, plan: SplitPlan, { from, mostWrong, signal }: MergeOptions) {
    this.#file = file;
    this.#plan = plan;
    this.#at = from;
    this.#mostWrong = mostWrong;
    this.#signal = signal;
  }

  async *batches(): AsyncGenerator<CountedBatch> {
    while (!this.#isOver && this.#wrong < this.#mostWrong) {
      const queue = await this.#plan.next();
      if (queue === null) break;
      const isInStep = isSamePlace(queue.split.from, this.#at);
      if (isInStep) yield* this.#take(queue, queue.split.from);
      else yield* this.#fallInStep(queue);
      this.#plan.merged();
    }
    const isRead = this.#isOver || (this.#wrong < this.#mostWrong && !this.#plan.isBroken);
    if (isRead) return;
    this.#plan.close();
    yield* this.#given(this.#reader().readBytes(Infinity));
  }

  /** Takes what a split tells from a place on that reading has come to; `place`: that place as the split counts. */
  async *#take(queue: SplitQueue, place: Position): AsyncGenerator<CountedBatch> {
    this.#wrong = 0;
    const lines = this.#at.line - place.line;
    const records = this.#at.record - place.record;
    for (;;) {
      const told = await queue.take();
      if (told.kind === 'batch') {
        yield this.#give(moved(told.batch, lines, records));
      } else if (told.kind === 'end') {
        this.#isOver ||= told.isOver;
        return;
      } else {
        yield* this.#readRest(this.#reader(), queue);
        return;
      }
    }
  }

  /**
   * The guess was wrong: what stands behind the last record is read again, until a batch of the split ends where
   * this reading ends a record; from there on they say the same.
   */
  async *#fallInStep(queue: SplitQueue): AsyncGenerator<CountedBatch> {
    const reader = this.#reader();
    while (this.#at.byteOffset < queue.split.to) {
      const told = await queue.take();
      if (told.kind !== 'batch') break;
      const { next } = told.batch;
      if (next.byteOffset > reader.bytesEnd) yield* this.#given(reader.readUpTo(next.byteOffset));
      if (reader.isOver) break;
      if (!isSamePlace(next, this.#at)) continue;
      yield* this.#take(queue, next);
      return;
    }
    if (this.#at.byteOffset < queue.split.to) this.#wrong++;
    yield* this.#readRest(reader, queue);
  }

  async *#readRest(reader: RangeReader, { split: { to } }: SplitQueue): AsyncGenerator<CountedBatch> {
    yield* this.#given(to === Infinity ? reader.readBytes(Infinity) : reader.readPast(to));
    this.#isOver ||= reader.isOver;
  }

  async *#given(batches: AsyncGenerator<CountedBatch>): AsyncGenerator<CountedBatch> {
    for await (const batch of batches) yield this.#give(batch);
  }

  #reader(): RangeReader {
    return new RangeReader(this.#file, this.#at, { signal: this.#signal });
  }

  #give(batch: CountedBatch): CountedBatch {
    this.#at = batch.next;
    return batch;
  }
}

/** Whether reading goes on in the same way from two positions. */
function isSamePlace(one: Position, other: Position): boolean {
  return one.byteOffset === other.byteOffset && JSON.stringify(one.state) === JSON.stringify(other.state);
}

/** A batch of a split, with the lines and records that stand before the split counted in. */
function moved(batch: CountedBatch, lines: number, records: number): CountedBatch {
  const { next, problems } = batch;
  for (const problem of problems) {
    problem.line += lines;
    problem.record += records;
  }
  return {
    ...batch,
    firstRecord: batch.firstRecord + records,
    next: { ...next, line: next.line + lines, record: next.record + records },
  };
}
