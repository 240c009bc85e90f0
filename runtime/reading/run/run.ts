import type { Position, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { Progress } from '../../base/model/progress.ts';
import type { RunInfo } from '../../base/model/run-info.ts';
import type { Sink } from '../../sink/contract.ts';
import type { Source } from '../source/contract.ts';
import type { SplitOptions } from './read-splits.ts';

/** A piece of a file with exact limits. The checkpoint of the sink says where it starts. */
export interface RunPiece {
  /** From 0. */
  number: number;
  /** The offset after the last byte to read; null for the end of the file. */
  readTo: number | null;
  /** The position after the last record. */
  end: Position;
}

/** A file, the module to read it with, and the sink for its batches. */
export interface Run {
  info: RunInfo;
  module: SpecModule;
  source: Source;
  sink: Sink;
  onProgress?: (progress: Progress) => void;
  /**
   * Interrupts the run between two batches: runFile() throws the reason of the signal. Committed batches remain
   * committed, so the run can be resumed.
   */
  signal?: AbortSignal;
  /**
   * If this signal is aborted, the run ends as FAILED (`cancelled`) after the current batch. The result counts
   * everything that was committed.
   */
  cancelled?: AbortSignal;
  /** Whether the sink publishes the failed and skipped records as dead letters. Default: false. */
  hasDeadLetters?: boolean;
  /**
   * Opens the file once more. A run whose spec has a FATAL file rule first reads the file without publishing anything.
   * Absent if the run publishes nothing, or if its messages become visible only when it succeeds.
   */
  openAgain?: () => Promise<Source>;
  /** The folder for large temporary data. Default: the temporary folder of the system, which may be in memory. */
  spaceFolder?: string;
  /** How other threads help to read a large file; absent if there are none. */
  splits?: SplitOptions;
  /** The piece of the file to read. Absent: the whole file. */
  piece?: RunPiece;
}
