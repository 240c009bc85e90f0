/**
 * The states of a file that a job has seen. `seen`: listed for the first time. `waiting`: listed again, and not ready or
 * about to be tried again. `taken`: claimed, and being read. `running`: its run exists. `needs_approval`: what a retry of its
 * rejects would publish waits for a person. `published`: its run has published it, and what the job does after that is not
 * complete. `done`, `failed`, `quarantined` and `ignored` are ends.
 */
export const FILE_STATES = [
  'seen',
  'waiting',
  'taken',
  'running',
  'needs_approval',
  'published',
  'done',
  'failed',
  'quarantined',
  'ignored',
] as const;

/** A state of a file that a job has seen. */
export type FileState = (typeof FILE_STATES)[number];

/** Why a file is in its state: a code and a sentence. */
export interface FileReason {
  readonly code: string;
  readonly message: string;
}

/** Why a job cannot work: a code, a sentence with the way out, and what it is about. */
export interface JobReason extends FileReason {
  /** The name of the table, folder or host. Absent if it is none of them. */
  readonly name?: string;
}
