import type { TransformOptions } from '../../compiler/kernel/model/contract.ts';
import type { SharedFile } from '../source/disk/file-progress.ts';
import type { PackedBatch } from './packed-batch.ts';
import type { Split } from './queue.ts';

/** What a thread that helps is told of the file. */
export interface HelperRequest {
  /** The file: it stays open until the helper has gone. */
  shared: SharedFile;
  options: TransformOptions;
}

/** To a helper. Splits are read one after the other, in the order in which they come. */
export type ToHelper =
  | { kind: 'read'; number: number; split: Split }
  /** So many bytes of what was told have been taken. */
  | { kind: 'taken'; number: number; bytes: number }
  | { kind: 'cancel'; number: number }
  /** No more is needed; the port is closed when nothing is read any more. */
  | { kind: 'stop' };

/** The next batches of a split; what comes behind them: more of it, or nothing. */
export interface FromHelper {
  number: number;
  batches: PackedBatch[];
  then: { kind: 'more' } | { kind: 'end'; isOver: boolean } | { kind: 'lost' };
}
