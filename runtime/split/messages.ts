import type { TransformOptions } from '../../compiler/kernel/model/contract.ts';
import type { SharedFile } from '../source/disk/file-progress.ts';
import type { PackedBatch } from './packed-batch.ts';
import type { Split } from './queue.ts';

/** What a helper thread needs to read a file. */
export interface HelperRequest {
  /** The file stays open until the helper has finished. */
  shared: SharedFile;
  options: TransformOptions;
}

/** A message to a helper. It reads splits one at a time, in the order of the messages. */
export type ToHelper =
  | { kind: 'read'; number: number; split: Split }
  /** This many bytes of results were merged. */
  | { kind: 'taken'; number: number; bytes: number }
  | { kind: 'cancel'; number: number }
  /** Stop reading, then close the port. */
  | { kind: 'stop' };

/** A message from a helper: the next batches of a split, and whether more follow. */
export interface FromHelper {
  number: number;
  batches: PackedBatch[];
  then: { kind: 'more' } | { kind: 'end'; isOver: boolean } | { kind: 'lost' };
}
