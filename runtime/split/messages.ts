import type { TransformOptions } from '../../compiler/kernel/model/contract.ts';
import type { SharedFile } from '../source/disk/file-progress.ts';
import type { PackedBatch } from './packed-batch.ts';
import type { Split } from './queue.ts';

/** The file and the options that a helper thread needs. */
export interface HelperRequest {
  /** The file must stay open until the helper has closed its port. */
  shared: SharedFile;
  options: TransformOptions;
}

/**
 * A message to a helper. `number` identifies a split. A helper reads one split at a time, in the order of the messages.
 */
export type ToHelper =
  | { kind: 'read'; number: number; split: Split }
  /** The merge has taken this many more bytes of results, so the helper may send more. */
  | { kind: 'taken'; number: number; bytes: number }
  /** The helper stops reading this split. */
  | { kind: 'cancel'; number: number }
  /** The helper stops reading, then closes its port. */
  | { kind: 'stop' };

/** A message from a helper: the next batches of the split with this number. `then` says whether more batches follow. */
export interface FromHelper {
  number: number;
  batches: PackedBatch[];
  then: { kind: 'more' } | { kind: 'end'; isOver: boolean } | { kind: 'lost' };
}
