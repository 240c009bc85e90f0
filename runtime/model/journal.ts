import type { Failure } from '../../compiler/kernel/model/contract.ts';
import type { StoredBatch } from './stored-batch.ts';
import type { ProcessingResult } from './result.ts';

/** What one commit of a run adds: plain data, since it may come from another thread. */
export interface JournalEntry {
  /** Messages for the embedded broker, in the order of the file; none where another broker has them. */
  published: readonly StoredBatch[];
  deadLetters: readonly StoredBatch[];
  /** The checkpoint behind all this, without its `errors`, as JSON. */
  checkpoint: string;
  /** What the checkpoint's `errors` have grown by since the last entry. */
  newErrors: readonly string[];
  durationMs: number;
}

/** Whether an entry tells how far the run is, and nothing that belongs beside that. */
export function isCheckpointOnly({ published, deadLetters, newErrors }: JournalEntry): boolean {
  return published.length + deadLetters.length + newErrors.length === 0;
}

/** How a run ended. */
export interface RunEnding {
  status: ProcessingResult['status'];
  failure: Failure | null;
  durationMs: number;
}

/** Where a run's progress is kept, together with what it publishes to the embedded broker. */
export interface Journal {
  /**
   * Keeps an entry: durable when the promise resolves, or later where the journal is written from
   * another thread; then `finish` waits for all. An entry is kept only if all before it are: after one
   * that could not be kept, every call throws.
   */
  commit(entry: JournalEntry): Promise<void>;
  /** Ends the run. Durable, with all entries before it, when the promise resolves. */
  finish(ending: RunEnding): Promise<void>;
}
