import type { JobReason } from '../../base/model/file-state.ts';

/** A job that was created over the API. */
export interface StoredJob {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** The definition as its author wrote it, as JSON text. */
  readonly body: string;
  /** ISO 8601, UTC, like `updatedAt`. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What is known of a job beside its definition. Times are in milliseconds since 1970. */
export interface JobState {
  /** Whether a person has paused the job. */
  readonly isPaused: boolean;
  /** When the last look at the source ended without an error; null if there was none. */
  readonly lastCheck: number | null;
  /** How many files the last look listed. */
  readonly listed: number;
  readonly lastError: (JobReason & { readonly at: number }) | null;
  /** How many looks have failed since the last one that succeeded. */
  readonly failures: number;
  /** The earliest time of the next look after an error; null if there is no pause. */
  readonly retryAt: number | null;
  /** Up to what time the expectation of files was checked; null if it never was. */
  readonly expectedUntil: number | null;
}

/** The jobs that were created over the API, and the states of all jobs. All methods throw DiskFull. */
export interface JobStore {
  list(): Promise<StoredJob[]>;
  get(id: string): Promise<StoredJob | null>;
  /** Stores a new job. Returns false if another job has the name. */
  insert(job: Pick<StoredJob, 'id' | 'name' | 'body'>): Promise<boolean>;
  /** Replaces the definition of a job. Returns false if another job has the name. */
  replace(job: Pick<StoredJob, 'id' | 'name' | 'body'>): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Returns the state of a job, also of one in git. A job that has never run has an empty state. */
  state(id: string): Promise<JobState>;
  /** Changes members of the state of a job. */
  setState(id: string, change: Partial<JobState>): Promise<void>;
}
