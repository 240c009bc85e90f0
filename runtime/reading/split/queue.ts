import type { Position } from '../../../compiler/kernel/model/contract.ts';
import type { HeldMessages } from '../../base/model/held-messages.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import { sizeOfKeys } from '../../base/model/recorded-keys.ts';
import { type PackedBatch, unpackBatch } from './packed-batch.ts';

/** A part of a file that one reader reads. */
export interface Split {
  /**
   * The position at which the reader starts. For the first split, it is the actual position. For each later split, the
   * offset is a guess where a record starts. The line and record numbers are then those of an earlier position, and the
   * merge corrects them.
   */
  from: Position;
  /** The split ends with the first record that ends at or after this offset. Infinity: it ends with the file. */
  to: number;
  /** Maximum number of records with issues that each batch lists. The others are only counted. */
  maxListed: number;
}

/**
 * A result of reading a split. A reader reports batches in file order, then `end` or `lost`. `isOver`: the file has
 * ended, or the last batch has a failure, so that nothing follows. `lost`: the reader stopped before the end of the
 * split.
 */
export type SplitResult = { kind: 'batch'; batch: CountedBatch } | { kind: 'end'; isOver: boolean } | { kind: 'lost' };

/**
 * A result in the form in which it waits in a queue. A batch from another thread is packed. `held`: its messages, if that
 * thread holds them.
 */
export type QueuedResult = SplitResult | { kind: 'packed'; batch: PackedBatch; held?: HeldMessages | undefined };

/**
 * Limit of the results of a split that have been read but not merged, in bytes. It is approximate, because a reader
 * checks it only after a batch.
 */
export const MAX_QUEUED_BYTES = 4 * 1024 * 1024;

interface Waiting {
  result: QueuedResult;
  bytes: number;
}

/** A split and the results of reading it that the merge has not taken yet. */
export class SplitQueue {
  readonly split: Split;
  isCancelled = false;
  readonly #waiting: Waiting[] = [];
  #bytes = 0;
  #isClosed = false;
  #wake: () => void = () => {};
  #onTaken: (bytes: number) => void = () => {};
  #onCancel: () => void = () => {};

  constructor(split: Split) {
    this.split = split;
  }

  /**
   * Sets the callbacks for the reader. `onTaken` is called after the merge has taken a result, with the size of the
   * result in bytes. `onCancel` is called after the queue was cancelled.
   */
  attach(onTaken: (bytes: number) => void, onCancel: () => void): void {
    this.#onTaken = onTaken;
    this.#onCancel = onCancel;
  }

  /** Adds a result of `bytes` bytes. Does nothing after `end` or `lost`, or if the queue is cancelled. */
  put(result: QueuedResult, bytes: number): void {
    if (this.#isClosed || this.isCancelled) return;
    this.#isClosed = result.kind === 'end' || result.kind === 'lost';
    this.#waiting.push({ result, bytes });
    this.#bytes += bytes;
    this.#wake();
  }

  /** True if the results that wait exceed MAX_QUEUED_BYTES. */
  get isFull(): boolean {
    return this.#bytes > MAX_QUEUED_BYTES;
  }

  /** Waits for the next result and returns it. Do not call it again after `end` or `lost`: it would never resolve. */
  async take(): Promise<SplitResult> {
    while (this.#waiting.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const { result, bytes } = this.#waiting.shift() ?? { result: { kind: 'lost' as const }, bytes: 0 };
    this.#bytes -= bytes;
    this.#onTaken(bytes);
    if (result.kind !== 'packed') return result;
    const batch = unpackBatch(result.batch);
    if (result.held !== undefined) batch.held = result.held;
    return { kind: 'batch', batch };
  }

  /** Discards all results that wait, and stops the reader. */
  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.#waiting.length = 0;
    this.#bytes = 0;
    this.#onCancel();
  }
}

/** Returns the approximate size of a batch in bytes. */
export function batchSize({ bytes, ends, keys, recordIssues, uniqueKeys }: CountedBatch): number {
  return bytes.length + keys.length + 8 * ends.length + 500 * recordIssues.length + sizeOfKeys(uniqueKeys);
}
