import type { OpenedRun } from '../state/store/run-journal.ts';

/** A run to execute. `isNew`: this process received the file. `journal`: the journal for the first attempt, if it is open. `content`: the file, if it is small. */
export interface TakenRun {
  caller: string | null;
  attempt: number | null;
  isNew: boolean;
  journal?: OpenedRun | null;
  content?: Uint8Array | undefined;
}

/** Returns a function that returns `first` at the first call, unless it is null, and then calls `next`. */
export function firstOf<T>(first: T | null, next: () => Promise<T>): () => Promise<T> {
  let given = first;
  return async () => {
    const value = given;
    given = null;
    return value ?? next();
  };
}
