import type { Failure } from '../../compiler/kernel/model/contract.ts';
import type { StoredBatch } from './stored-batch.ts';
import type { ProcessingResult } from './result.ts';

/**
 * One commit of a run: the checkpoint, and what is new since the previous commit. It is plain data, because another
 * thread may create it.
 */
export interface JournalEntry {
  /** Messages for the embedded broker, in file order. Empty if the run publishes to Kafka. */
  published: readonly StoredBatch[];
  deadLetters: readonly StoredBatch[];
  /** The checkpoint after these messages, as JSON text. Its `errors` are empty; see `newErrors`. */
  checkpoint: string;
  /** The items of the checkpoint's `errors` that the previous entry did not have. */
  newErrors: readonly string[];
  durationMs: number;
}

/** Returns true if an entry contains no messages, no dead letters and no new errors. */
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
   * Stores an entry, which is then durable. If another thread owns the journal, the promise may resolve before the
   * entry is durable. If an entry cannot be stored, this call or a later one throws, and so does every call after it.
   */
  commit(entry: JournalEntry): Promise<void>;
  /** Waits for all entries and stores how the run ended. Everything is durable when the promise resolves. */
  finish(ending: RunEnding): Promise<void>;
}
