import type { Batch } from '../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { ProcessingResult } from '../model/result.ts';
import type { RunInfo } from '../model/run-info.ts';

/** The destination of a run's messages. A sink serves one run, and its calls never overlap. */
export interface Sink {
  /** False if the sink does not use messages (a dry run). Then none are created. */
  readonly messages: boolean;
  /** False if the sink does not use the issues of a batch. Then most of them may only be counted. Default: it does. */
  readonly needsIssues?: false;
  /** True if the sink publishes records that are not processed, with their keys. */
  readonly rejectedKeys?: boolean;
  /** Size limit of a message and its key, in bytes. A longer one fails its record. Default: no limit. */
  readonly maxMessageBytes?: number;
  /** Maximum number of records in a batch, if lower than that of the run. */
  readonly batchRecords?: number;
  /** Prepares for `run`. Returns the checkpoint to resume from, or null to start at the beginning. */
  open(run: RunInfo): Promise<Checkpoint | null>;
  /**
   * Publishes the messages of `batch` (there may be none) and stores `checkpoint`, the state after the batch,
   * atomically. The run continues when it resolves, and then changes the checkpoint in place: the sink must copy what
   * it stores.
   */
  commit(batch: Batch, checkpoint: Checkpoint): Promise<void>;
  /**
   * Ends the run with its result (`status` may be FAILED). With null, the run was interrupted: what is committed
   * remains for the process that resumes it.
   */
  close(result: ProcessingResult | null): Promise<void>;
}
