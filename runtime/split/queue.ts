import type { Batch, Position } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../model/issue-counts.ts';
import { type PackedBatch, unpackBatch } from './packed-batch.ts';

/** A part of a file. */
export interface Split {
  /** Where reading begins; of all but the first only a guess, with lines and records counted from anywhere. */
  from: Position;
  /** It ends behind the first record that ends here or further on; Infinity: at the end of the file. */
  to: number;
  /** So many problems of each batch are told, and the others only counted. */
  maxListed: number;
}

/** What a reader tells of its split, in order; `lost`: that it tells no more, and may not have come to the end. */
export type SplitResult = { kind: 'batch'; batch: CountedBatch } | { kind: 'end'; isOver: boolean } | { kind: 'lost' };

/** The same as it comes from another thread. */
export type QueuedResult = SplitResult | { kind: 'packed'; batch: PackedBatch };

/** Most bytes, about, that are read of a split and not taken. */
export const MAX_QUEUED_BYTES = 4 * 1024 * 1024;

interface Waiting {
  result: QueuedResult;
  bytes: number;
}

/** What has been read of a split and waits to be merged. */
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

  /** How the reader is told of what was taken, in bytes, and that nobody takes any more. */
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

  /** The next that was told; after the end or the loss of the reader nothing more may be taken. */
  async take(): Promise<SplitResult> {
    while (this.#waiting.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const { result, bytes } = this.#waiting.shift() ?? { result: { kind: 'lost' as const }, bytes: 0 };
    this.#bytes -= bytes;
    this.#onTaken(bytes);
    return result.kind === 'packed' ? { kind: 'batch', batch: unpackBatch(result.batch) } : result;
  }

  /** Nobody takes any more. */
  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.#waiting.length = 0;
    this.#bytes = 0;
    this.#onCancel();
  }
}

/** About how many bytes a batch holds. */
export function batchSize({ bytes, ends, keys, recordIssues }: Batch): number {
  return bytes.length + keys.length + 8 * ends.length + 500 * recordIssues.length;
}
