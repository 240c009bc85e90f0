import type { Checkpoint } from './checkpoint.ts';
import type { JournalEntry, RunEnding } from './journal.ts';
import type { ProcessingResult } from './result.ts';

/**
 * Returns a function that converts successive checkpoints of a run to journal entries without messages. The `newErrors`
 * of an entry are the errors that the previous checkpoint did not have. For the first entry, the previous checkpoint is
 * `from`.
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

/** Returns one entry for two consecutive ones: the checkpoint of `second`, and everything that is new in both. */
export function joinEntries(first: JournalEntry, second: JournalEntry): JournalEntry {
  return {
    ...second,
    published: [...first.published, ...second.published],
    deadLetters: [...first.deadLetters, ...second.deadLetters],
    newErrors: [...first.newErrors, ...second.newErrors],
  };
}

/** Returns how a run with this result ended, as the journal stores it. */
export function toRunEnding({ status, failure, durationMs }: ProcessingResult): RunEnding {
  return { status, failure: failure ?? null, durationMs };
}
