import type { MessageMemory } from '../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../base/model/checkpoint.ts';
import type { CountedBatch } from '../base/model/issue-counts.ts';
import type { ProcessingResult } from '../base/model/result.ts';
import type { RunInfo } from '../base/model/run-info.ts';

/** The destination of a run's messages. A sink serves one run, and its calls never overlap. */
export interface Sink {
  /** False if the sink does not use messages, as in a dry run. Then batches contain no messages. */
  readonly messages: boolean;
  /**
   * True if the sink writes messages as lines: it uses no keys, and each message ends with a line feed. Default: false.
   */
  readonly lines?: true;
  /** False if the sink does not use the keys of messages. Absent: it uses them, unless it writes lines. */
  readonly usesKeys?: false;
  /**
   * False if the sink does not use the issues of a batch. Then a batch may list only some of its records with issues,
   * and only count the others. Absent: the sink uses them.
   */
  readonly needsIssues?: false;
  /**
   * True if the sink publishes the records that are not processed, as dead letters. Then batches contain the keys of
   * these records. Default: false.
   */
  readonly rejectedKeys?: boolean;
  /** True if records that are members of others (`as`) are messages of their own. Default: false. */
  readonly partsApart?: true;
  /**
   * Size limit of a message and its key together, in bytes. A record with a longer message fails. Default: no limit.
   */
  readonly maxMessageBytes?: number;
  /** Maximum number of records in a batch, if it is lower than the maximum of the run. */
  readonly batchRecords?: number;
  /**
   * Memory for the messages of batches. The sink releases `bytes` of a batch when it has written them. Absent: the sink
   * may store `bytes`, and each batch has new memory.
   */
  readonly memory?: MessageMemory;
  /** True if the sink accepts batches whose messages another thread holds (`held`). Default: false. */
  readonly writesHeld?: true;
  /** With fewer threads, the thread of the run alone reads the file, so that others have more time. Default: 1. */
  readonly minReaders?: number;
  /** Called first. Returns the checkpoint from which the run resumes; null to start at the beginning of the file. */
  open(run: RunInfo): Promise<Checkpoint | null>;
  /**
   * Publishes the messages of `batch`, which may have none, and stores `checkpoint`, the state after the batch.
   * Depending on the delivery guarantee, this may happen later and together with other batches. The run continues when
   * the promise resolves. Then it changes `checkpoint` in place, so the sink must copy the parts that it stores.
   */
  commit(batch: CountedBatch, checkpoint: Checkpoint): Promise<void>;
  /**
   * Called last. `result` is the result of the run, whose `status` may be FAILED. Null means that the run was
   * interrupted. Then a sink that stores checkpoints must not undo the last one, because another process resumes the
   * run from it.
   */
  close(result: ProcessingResult | null): Promise<void>;
}

/** A function that returns a part of a file, for example the original bytes of a record for its dead letter. */
export type ReadSlice = (byteOffset: number, byteLength: number) => Promise<Uint8Array>;
