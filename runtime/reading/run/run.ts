import type { LongDocument, Position, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { RepeatedValue } from '../../base/model/pieces.ts';
import type { Progress } from '../../base/model/progress.ts';
import type { RunInfo } from '../../base/model/run-info.ts';
import type { Sink } from '../../sink/contract.ts';
import type { Source } from '../source/contract.ts';
import type { KnownDocuments } from './long-documents.ts';
import type { SplitOptions } from './read-splits.ts';

/** A piece of a file with exact limits. The checkpoint of the sink says where it starts. */
export type RunPiece = CountedPiece | PlannedPiece;

/** A piece that a reader has counted from its start: it ends with the record that the same bytes end with. */
export interface CountedPiece {
  /** From 0. */
  number: number;
  /** The offset after the last byte to read; null for the end of the file. */
  readTo: number | null;
  /** The position after the last record. */
  end: Position;
}

/** A piece whose limits were noted by a reader of the whole file: it ends with a record, however its bytes arrive. */
export interface PlannedPiece {
  /** From 0. */
  number: number;
  /** The position after the last record; null for the end of the file. */
  end: Position | null;
  /** What UNIQUE rules have found in the records of the piece. Empty if the spec has no such rule. */
  repeated: readonly RepeatedValue[];
  /** Its documents that are too long to be held. Absent: there are none. */
  longDocuments?: readonly LongDocument[] | undefined;
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
  /**
   * Opens the file once more, to find out about documents that are too long to be held. Absent: `openAgain` does, or such
   * documents are rejected.
   */
  openForDocuments?: () => Promise<Source>;
  /** Gets the documents that are too long to be held, when the file is read once more to find out about them. */
  knownDocuments?: KnownDocuments;
  /** The folder for large temporary data. Default: the temporary folder of the system, which may be in memory. */
  spaceFolder?: string;
  /** How other threads help to read a large file; absent if there are none. */
  splits?: SplitOptions;
  /** The piece of the file to read. Absent: the whole file. */
  piece?: RunPiece;
  /** Called for each value of a UNIQUE rule that an earlier record has, once or more often. */
  onRepeated?: (value: RepeatedValue) => void;
}
