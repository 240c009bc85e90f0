import type { Batch, Position } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../model/issue-counts.ts';
import { type PackedBatch, unpackBatch } from './packed-batch.ts';

/** A part of a file. */
export interface Split {
  /**
   * Where to start. Except for the first split, the offset is a guess, and line and record are not the actual numbers.
   */
  from: Position;
  /** The split ends after the first record that ends at or after this offset; Infinity for the end of the file. */
  to: number;
  /** Maximum number of records with issues listed per batch. The others are only counted. */
  maxListed: number;
}

/**
 * What a reader reports of its split, in order. After `lost`, it reports nothing more, and may not have reached the
 * end.
 */
export type SplitResult = { kind: 'batch'; batch: CountedBatch } | { kind: 'end'; isOver: boolean } | { kind: 'lost' };

/** A result in the form in which it comes from another thread or waits in the queue. */
export type QueuedResult = SplitResult | { kind: 'packed'; batch: PackedBatch };

/** Approximate limit of the bytes of a split that are read but not yet merged. */
export const MAX_QUEUED_BYTES = 4 * 1024 * 1024;

interface Waiting {
  result: QueuedResult;
  bytes: number;
}

/** The results of a split that wait for the merge. */
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
   * Sets the callbacks for the reader: after results were taken (their size in bytes), and after the queue was
   * cancelled.
   */
  attach(onTaken: (bytes: number) => void, onCancel: () => void): void {
    this.#onTaken = onTaken;
    this.#onCancel = onCancel;
  }

  put(result: QueuedResult, bytes: number): void {
    if (this.#isClosed || this.isCancelled) return;
    this.#isClosed = result.kind === 'end' || result.kind === 'lost';
    this.#waiting.push({ result, bytes });
    this.#bytes += bytes;
    this.#wake();
  }

  get isFull(): boolean {
    return this.#bytes > MAX_QUEUED_BYTES;
  }

  /** Returns the next result. Must not be called again after `end` or `lost`. */
  async take(): Promise<SplitResult> {
    while (this.#waiting.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const { result, bytes } = this.#waiting.shift() ?? { result: { kind: 'lost' as const }, bytes: 0 };
    this.#bytes -= bytes;
    this.#onTaken(bytes);
    return result.kind === 'packed' ? { kind: 'batch', batch: unpackBatch(result.batch) } : result;
  }

  /** Discards the results and stops the reader. */
  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.#waiting.length = 0;
    this.#bytes = 0;
    this.#onCancel();
  }
}

/** Returns the approximate size of a batch in bytes. */
export function batchSize({ bytes, ends, keys, recordIssues }: Batch): number {
  return bytes.length + keys.length + 8 * ends.length + 500 * recordIssues.length;
}
