import type { Checkpoint } from './checkpoint.ts';
import type { JournalEntry, RunEnding } from './journal.ts';
import type { ProcessingResult } from './result.ts';

/** Makes journal entries out of a run's checkpoints: each tells the errors that are new since the one before. */
export function createEntries(from: Checkpoint): (checkpoint: Checkpoint) => JournalEntry {
  let errorsKept = from.errors.length;
  return (checkpoint) => {
    const newErrors = checkpoint.errors.slice(errorsKept);
    errorsKept = checkpoint.errors.length;
    return {
      published: [],
      deadLetters: [],
      checkpoint: JSON.stringify({ ...checkpoint, errors: [] }),
      newErrors,
      durationMs: checkpoint.durationMs,
    };
  };
}

/** One entry in the place of two that follow each other. */
export function joinEntries(first: JournalEntry, second: JournalEntry): JournalEntry {
  return { ...second, newErrors: [...first.newErrors, ...second.newErrors] };
}

/** How a run with this result ended. */
export function toRunEnding({ status, failure, durationMs }: ProcessingResult): RunEnding {
  return { status, failure: failure ?? null, durationMs };
}
