import type { Batch } from '../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { ProcessingResult } from '../model/result.ts';
import type { RunInfo } from '../model/run-info.ts';

/** Where a run's messages go. One sink serves one run; its calls never overlap. */
export interface Sink {
  /** False where the messages themselves are not wanted (a dry run): then none are made. */
  readonly messages: boolean;
  /** False where a batch's problems are not looked at: then most of them may only be counted. Absent: they are. */
  readonly problems?: false;
  /** Most bytes of a message and its key; a longer one fails its record. Absent: no bound. */
  readonly maxMessageBytes?: number;
  /** Most records of a batch, where that is fewer than the run's own. Absent: as many. */
  readonly batchRecords?: number;
  /** Makes ready for `run`. Gives the checkpoint from which an earlier process left it, or null: from the start. */
  open(run: RunInfo): Promise<Checkpoint | null>;
  /**
   * Publishes the messages of `batch` (there may be none) and keeps `checkpoint`, which stands behind
   * it, as one: both or neither. The run reads on when the promise resolves; the checkpoint is changed
   * in place after that, so what is kept of it has to be copied before.
   */
  commit(batch: Batch, checkpoint: Checkpoint): Promise<void>;
  /**
   * The run is over and this is its result (`status` may be FAILED); or null: it was broken off, and
   * what is committed stays for the process that resumes it.
   */
  close(result: ProcessingResult | null): Promise<void>;
}
