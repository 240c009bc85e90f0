import type { Checkpoint } from './checkpoint.ts';

/** Maximum size of the `errors` of a result, as JSON text. All records with issues are at `/runs/{id}/errors`. */
export const MAX_ERROR_CHARACTERS = 4 * 1024 * 1024;

/** Adds records with issues to the `errors` of a checkpoint. No record follows one that was left out. */
export interface ErrorList {
  /** Adds the record that `toJson` returns as JSON text. It is not called if there is no room. */
  add(toJson: () => string): void;
  /** Notes that a record was left out. Throws an Error if there was room for it. */
  leaveOut(): void;
}

/** Creates the list of a checkpoint: at most `errorLimit` records, with at most 4 MiB together. */
export function createErrorList(checkpoint: Checkpoint, errorLimit: number): ErrorList {
  let characters = checkpoint.errors.reduce((sum, { length }) => sum + length, 0);
  return {
    add(toJson) {
      if (!isFull(checkpoint, errorLimit)) {
        const error = toJson();
        characters += error.length;
        if (characters <= MAX_ERROR_CHARACTERS) {
          checkpoint.errors.push(error);
          return;
        }
      }
      checkpoint.errorsTruncated = true;
    },
    leaveOut() {
      if (!isFull(checkpoint, errorLimit))
        throw new Error('a record was only counted although the result has room for it');
      checkpoint.errorsTruncated = true;
    },
  };
}

/** Returns true if the `errors` of the checkpoint list no further record. */
export function isFull({ errors, errorsTruncated }: Checkpoint, errorLimit: number): boolean {
  return errorsTruncated || errors.length >= errorLimit;
}
