import type { Failure } from '../../compiler/kernel/model/contract.ts';
import type { StoredBatch } from './stored-batch.ts';
import type { ProcessingResult } from './result.ts';

/** One commit of a run: what is new since the previous one. Plain data, because it may come from another thread. */
export interface JournalEntry {
  /** Messages for the embedded broker, in the order of the file; empty if the run publishes to Kafka. */
  published: readonly StoredBatch[];
  deadLetters: readonly StoredBatch[];
  /** The checkpoint after these messages, as JSON, without its `errors`. */
  checkpoint: string;
  /** The items of the checkpoint's `errors` that are new since the previous entry. */
  newErrors: readonly string[];
  durationMs: number;
}

/** Returns true if an entry contains a checkpoint but no messages and no new errors. */
export function isCheckpointOnly({ published, deadLetters, newErrors }: JournalEntry): boolean {
  return published.length + deadLetters.length + newErrors.length === 0;
}

/** How a run ended. */
export interface RunEnding {
  status: ProcessingResult['status'];
  failure: Failure | null;
  durationMs: number;
}

/** Stores the progress of a run, together with its messages for the embedded broker. */
export interface Journal {
  /**
   * Stores an entry. It is durable when the promise resolves. If the journal belongs to another thread, it may become
   * durable later, and finish() waits for all entries. After an entry could not be stored, every call throws.
   */
  commit(entry: JournalEntry): Promise<void>;
  /** Ends the run. All entries and the ending are durable when the promise resolves. */
  finish(ending: RunEnding): Promise<void>;
}
