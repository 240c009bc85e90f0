import type { Checkpoint } from './checkpoint.ts';
import type { JournalEntry, RunEnding } from './journal.ts';
import type { ProcessingResult } from './result.ts';

/**
 * Creates a function that turns the checkpoints of a run into journal entries. Each entry contains the errors that are
 * new since the previous one.
 */
export function createEntries(from: Checkpoint): (checkpoint: Checkpoint) => JournalEntry {
  let knownErrors = from.errors.length;
  return (checkpoint) => {
    const newErrors = checkpoint.errors.slice(knownErrors);
    knownErrors = checkpoint.errors.length;
    return {
      published: [],
      deadLetters: [],
      checkpoint: JSON.stringify({ ...checkpoint, errors: [] }),
      newErrors,
      durationMs: checkpoint.durationMs,
    };
  };
}

/** Merges two consecutive entries into one. */
export function joinEntries(first: JournalEntry, second: JournalEntry): JournalEntry {
  return { ...second, newErrors: [...first.newErrors, ...second.newErrors] };
}

/** Returns the ending of a run with this result. */
export function toRunEnding({ status, failure, durationMs }: ProcessingResult): RunEnding {
  return { status, failure: failure ?? null, durationMs };
}
