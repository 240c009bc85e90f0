import type { Issue, Position, SplitStates } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import { addRecordedKeys } from '../unique-keys/key-recorder.ts';
import { RangeReader, type SplitFile } from './range-reader.ts';
import type { Split, SplitResult } from './queue.ts';

/** A split, and the results of reading it. */
export interface MergedSplit {
  readonly split: Split;
  /** Returns the next result. It is not called again after `end` or `lost`. */
  take(): Promise<SplitResult>;
}

/** The splits of a file. */
export interface MergePlan {
  /** Whether an end of a split could not be found, so that one reader must read the rest of the file. */
  readonly isBroken: boolean;
  /** Returns the first split that was not merged; null if there is none. */
  next(): Promise<MergedSplit | null>;
  /** Notes a position that the merge has reached. */
  reached(known: Position): void;
  /** Removes the split that next() returned. */
  merged(): void;
  close(): void;
}

/** The options of a merge. `from` is the position at which it starts. */
export interface MergeOptions {
  from: Position;
  /** How the states of splits are compared. Undefined: records do not depend on earlier ones. */
  states: SplitStates | undefined;
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
  readonly #plan: MergePlan;
  readonly #states: SplitStates | undefined;
  readonly #signal: AbortSignal | undefined;
  /** The position after the last batch that the merge has yielded. */
  #at: Position;
  #isOver = false;
  readonly #maxWrongGuesses: number;
  #wrongGuesses = 0;

  constructor(file: SplitFile, plan: MergePlan, { from, states, maxWrongGuesses, signal }: MergeOptions) {
    this.#file = file;
    this.#plan = plan;
    this.#at = from;
    this.#states = states;
    this.#maxWrongGuesses = maxWrongGuesses;
    this.#signal = signal;
  }

  /** Yields the batches of all splits in file order, with the correct line and record numbers. */
  async *batches(): AsyncGenerator<CountedBatch> {
    while (!this.#isOver && this.#wrongGuesses < this.#maxWrongGuesses) {
      const queue = await this.#plan.next();
      if (queue === null) break;
      yield* this.#merge(queue);
      this.#plan.reached(this.#at);
      this.#plan.merged();
    }
    const isRead = this.#isOver || (this.#wrongGuesses < this.#maxWrongGuesses && !this.#plan.isBroken);
    if (isRead) return;
    this.#plan.close();
    yield* this.#advance(this.#reader().readBytes(Infinity));
  }

  /**
   * Yields the batches of a split. While its results are not correct, because its start was a wrong guess or because they
   * depend on earlier records, reads the file from the last merged record on. This ends where a record ends at the same
   * position as a batch of the split.
   */
  async *#merge(queue: MergedSplit): AsyncGenerator<CountedBatch> {
    let correct = this.#compare(queue.split.from);
    let reader: RangeReader | null = null;
    const batches = { taken: 0, readAgain: 0 };
    while (correct !== null || this.#at.byteOffset < queue.split.to) {
      const result = await queue.take();
      if (result.kind === 'end' && correct !== null) {
        this.#noteGuess(batches);
        this.#isOver ||= result.isOver;
        return;
      }
      if (result.kind !== 'batch') break;
      const batch = correct?.(result.batch) ?? null;
      if (batch !== null && this.#addKeys(batch, result.batch)) {
        batches.taken++;
        reader = null;
        yield this.#advanceTo(batch);
        continue;
      }
      if (correct !== null) batches.readAgain++;
      const { next } = result.batch;
      reader ??= this.#reader();
      if (next.byteOffset > reader.bytesEnd) yield* this.#advance(reader.readUpTo(next.byteOffset));
      correct = null;
      if (reader.isOver) break;
      correct = this.#compare(next);
    }
    if (correct === null && this.#at.byteOffset < queue.split.to) this.#wrongGuesses++;
    else this.#noteGuess(batches);
    yield* this.#readRest(reader ?? this.#reader(), queue);
  }

  /** Adds the values of UNIQUE rules in a batch. Returns false if the batch must be read again, because one is not new. */
  #addKeys({ firstRecord }: CountedBatch, { uniqueKeys, firstRecord: own }: CountedBatch): boolean {
    const known = this.#file.uniqueKeys;
    return known === undefined || uniqueKeys === undefined || addRecordedKeys(known, uniqueKeys, firstRecord - own);
  }

  /** Resets the number of wrong guesses, unless most batches of a split were read again. */
  #noteGuess({ taken, readAgain }: { taken: number; readAgain: number }): void {
    if (readAgain > taken) this.#wrongGuesses++;
    else if (taken > 0) this.#wrongGuesses = 0;
  }

  async *#readRest(reader: RangeReader, { split: { to } }: MergedSplit): AsyncGenerator<CountedBatch> {
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

  /**
   * Returns how the batches of a split after the position `place` become batches of the file. Returns null if the merge
   * has not reached the offset of `place`, or if the reader's state differs there.
   */
  #compare(place: Position): BatchCorrection | null {
    const at = this.#at;
    if (place.byteOffset !== at.byteOffset) return null;
    if (this.#states === undefined)
      return JSON.stringify(place.state) === JSON.stringify(at.state)
        ? createCorrection(at, place, ({ state }) => state)
        : null;
    const correct = this.#states.compare(at, place);
    return correct === null ? null : createCorrection(at, place, correct);
  }
}

/**
 * Adds the number of lines and records that precede a split to all numbers in a batch, and replaces the state of its
 * position. Removes the recorded values of UNIQUE rules. Changes the issues in place.
 */
function shiftBatch(
  batch: CountedBatch,
  { lines, records, state }: { lines: number; records: number; state: unknown },
): CountedBatch {
  const { uniqueKeys: _, ...others } = batch;
  const { next, typed, fileIssues } = others;
  for (const recordIssue of batch.recordIssues) {
    recordIssue.line += lines;
    recordIssue.record += records;
    // Only rules of the file compare a record with an earlier one, and only documents are rejected because of one.
    if (typed === undefined) continue;
    for (const issue of recordIssue.issues) {
      if (issue.firstRecord !== undefined) issue.firstRecord += records;
      if (issue.causeRecord !== undefined) shiftCause(issue, issue.causeRecord, records);
    }
  }
  return {
    ...others,
    firstRecord: batch.firstRecord + records,
    next: { ...next, line: next.line + lines, record: next.record + records, state },
    ...(typed !== undefined && {
      typed: { ...typed, messageRecords: typed.messageRecords.map((record) => record + records) },
    }),
    ...(fileIssues !== undefined && {
      fileIssues: fileIssues.map((issue) => ({
        ...issue,
        record: issue.record === null ? null : issue.record + records,
        line: issue.line === null ? null : issue.line + lines,
      })),
    }),
  };
}

/** Adds the number of records before a split to that of the record that rejects a document, with which the message ends. */
function shiftCause(issue: Issue, cause: number, records: number): void {
  const end = String(cause);
  issue.causeRecord = cause + records;
  if (issue.message.endsWith(` ${end}`)) issue.message = `${issue.message.slice(0, -end.length)}${cause + records}`;
}

/** Returns how a later batch of a split becomes a batch of the file. Null if it must be read again. */
type BatchCorrection = (batch: CountedBatch) => CountedBatch | null;

/** Returns the correction of batches whose reader started at `assumed` instead of `actual`, in the state `stateOf`. */
function createCorrection(actual: Position, assumed: Position, stateOf: (later: Position) => unknown): BatchCorrection {
  const lines = actual.line - assumed.line;
  const records = actual.record - assumed.record;
  return (batch) => {
    const state = stateOf(batch.next);
    // A state of null belongs to records that depend on nothing before them.
    return state === null && batch.next.state !== null ? null : shiftBatch(batch, { lines, records, state });
  };
}
