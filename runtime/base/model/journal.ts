import type { Failure } from '../../../compiler/kernel/model/contract.ts';
import type { FiledBatch, StoredBatch } from './stored-batch.ts';
import type { ProcessingResult } from './result.ts';

/**
 * What one commit of a run stores: the checkpoint, and everything that is new since the previous commit. It is plain
 * data, because another thread may create it.
 */
export interface JournalEntry {
  /** Messages for the embedded broker, in file order. Empty if the run publishes to Kafka. */
  published: readonly (StoredBatch | FiledBatch)[];
  /** Original bytes of failed and skipped records, for the dead-letter topic of the embedded broker. */
  deadLetters: readonly StoredBatch[];
  /** The checkpoint after these messages, as JSON text. Its `errors` are empty; see `newErrors`. */
  checkpoint: string;
  /** The items of the checkpoint's `errors` that the previous entry did not have. */
  newErrors: readonly string[];
  /** Duration of the run so far, in milliseconds. */
  durationMs: number;
}

/** Returns true if an entry contains no messages, no dead letters and no new errors. */
export function isCheckpointOnly({ published, deadLetters, newErrors }: JournalEntry): boolean {
  return published.length + deadLetters.length + newErrors.length === 0;
}

/** How a run ended. */
export interface RunEnding {
  status: ProcessingResult['status'];
  /** Why the run FAILED; null for any other status. */
  failure: Failure | null;
  /** Duration of the whole run, in milliseconds. */
  durationMs: number;
}

/** Stores the progress of a run, together with its messages for the embedded broker. */
export interface Journal {
  /**
   * Stores an entry. When the promise resolves, the entry is durable, unless another thread writes the journal: then it
   * becomes durable later. If an entry cannot be stored, this call or a later one throws, and so does every call after
   * that.
   */
  commit(entry: JournalEntry): Promise<void>;
  /** Stores how the run ended, after all entries. When the promise resolves, all of this is durable. */
  finish(ending: RunEnding): Promise<void>;
}
