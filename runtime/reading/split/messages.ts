import type { TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import type { SharedFile } from '../source/disk/file-progress.ts';
import type { PackedBatch } from './packed-batch.ts';
import type { Split } from './queue.ts';
import type { SplitFile } from './range-reader.ts';

/** The file and the options that a helper thread needs. */
export interface HelperRequest {
  /** The file must stay open until the helper has closed its port. */
  shared: SharedFile;
  options: TransformOptions;
  /** Whether the helper holds the messages of batches until they are written or their split is cancelled. */
  holdsMessages: boolean;
}

/** Returns what a helper needs to read a file. */
export function toHelperRequest({ shared, options, holdsMessages = false }: SplitFile): HelperRequest {
  return { shared, options, holdsMessages };
}

/**
 * A message to a helper. `number` identifies a split. A helper reads one split at a time, in the order of the messages.
 */
export type ToHelper =
  | { kind: 'read'; number: number; split: Split }
  /** The merge has taken this many more bytes of results, so the helper may send more. */
  | { kind: 'taken'; number: number; bytes: number }
  /** The helper writes the messages of a batch that it holds: the one with this index, counted over those with messages. */
  | { kind: 'write'; number: number; index: number; path: string; position: number; isChecked: boolean }
  /** The helper stops reading this split, and releases the messages that it holds. Sent for each split. */
  | { kind: 'cancel'; number: number }
  /** The helper stops reading, then closes its port. */
  | { kind: 'stop' };

/** The next batches of the split with this number. `then` says whether more batches follow. */
export interface HelperResults {
  kind: 'results';
  number: number;
  batches: PackedBatch[];
  then: { kind: 'more' } | { kind: 'end'; isOver: boolean } | { kind: 'lost' };
}

/** A message from a helper: results, or the response to `write`. */
export type FromHelper =
  | HelperResults
  | {
      kind: 'written';
      number: number;
      index: number;
      /** The checksum of the messages, or 0. Null if they were not written. */
      checksum: number | null;
    };
