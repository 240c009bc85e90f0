import type { TableVersion } from '../base/model/bound-tables.ts';
import type { Accepted } from '../base/model/accepted.ts';
import type { RunModule } from '../base/model/run-module.ts';
import type { RejectsBinding, StoredRejects } from '../base/model/rejects-order.ts';
import type { RejectsReview } from '../base/model/rejects-review.ts';
import type { SerializedResult } from '../base/model/result.ts';
import type { FileOfRun } from './plan-pieces.ts';
import type {
  DryRunRequest,
  PreparedRejects,
  RejectsRetry,
  RejectsRun,
  RejectsSource,
  ReviewRequest,
  RunListQuery,
  RunRequest,
  RunSummary,
  RunView,
  SerializedRun,
} from './run-request.ts';

/** The run of an idempotency key. */
export interface KeyedRun {
  readonly runId: string;
  readonly specName: string;
  /** SHA-256 of the file as sent, hexadecimal. */
  readonly fileSha256: string;
}

/** Where a run publishes to (a topic, or the identifier of another destination), and the name of its spec. */
export interface RunOrigin {
  topic: string;
  specName: string;
}

/**
 * The runs of a data folder. Worker threads execute them. A run survives the end of the process: the next process
 * resumes it.
 */
export interface Runs {
  /**
   * Accepts a run, or reports in `Accepted` why no run was created. If the outcome is `accepted`, the run is durable
   * and will finish in this process or a later one. Throws DiskFull, QueueFull, and RunsStopped after stop().
   */
  accept(request: RunRequest): Promise<Accepted>;
  /**
   * Returns the size from which the content of a compressed file is stored instead of it, in bytes, so that instances read it in
   * pieces. Null: the file is stored as it was sent.
   */
  unpacksFrom(file: FileOfRun): number | null;
  /**
   * Throws QueueFull if accept() would throw it now. Call it before a file is received. `caller` is the one of the
   * request; null if it is unknown.
   */
  checkQueue(caller: string | null): Promise<void>;
  /**
   * Waits until a run has finished, and returns its result. Throws RunNotFinished if the run is paused or interrupted
   * (it resumes later), NoSuchRun, and the reason of `signal` if it is aborted.
   */
  finished(runId: string, signal?: AbortSignal): Promise<SerializedResult>;
  /** Returns a run, finished or not; null if there is no run with this id. */
  get(runId: string): Promise<SerializedRun | null>;
  /** Returns a run without the records with issues in its result; null if there is no run with this id. */
  find(runId: string): Promise<RunSummary | null>;
  /** Returns the run that was accepted with this idempotency key; null if there is none. */
  findByKey(idempotencyKey: string): Promise<KeyedRun | null>;
  /**
   * Returns the spec with which a run has read its file; null if there is no such run. Throws ThreadFailure if its
   * module cannot be compiled again.
   */
  specOf(runId: string): Promise<{ readonly specId: string; readonly module: RunModule } | null>;
  /**
   * Returns the versions of the reference tables with which a run has read its file, or the first of the runs that have
   * published rejects of each other. Throws NoSuchRun, and TablesGone if one is not stored any more.
   */
  tablesOf(runId: string): Promise<readonly TableVersion[]>;
  /** Returns the versions of the reference tables that runs, or what waits for approval, may still need. */
  tablesInUse(): Promise<Set<string>>;
  /** Returns the destination and the spec's name of a run, which decide who may see it; null if there is no such run. */
  originOf(runId: string): Promise<RunOrigin | null>;
  /** Returns at most `limit` runs that match, newest first. Returns no runs if `cursor` is not the id of a run. */
  list(query: RunListQuery): Promise<RunSummary[]>;
  /**
   * Requests a run to end as FAILED (`cancelled`) at its next checkpoint. The request remains in effect if the process
   * restarts before that. Resolves when the request is durable, not when the run has ended. Throws NoSuchRun, RunEnded
   * if the run has finished, and DiskFull.
   */
  cancel(runId: string): Promise<void>;
  /**
   * Deletes a run that has finished: its result, its errors and its spooled file. Messages that it has published remain
   * in their topics. Throws NoSuchRun, RunUnfinished if the run has not finished, and DiskFull.
   */
  remove(runId: string): Promise<void>;
  /**
   * Yields every record with issues that the run has committed, in file order, as complete lines of NDJSON.
   * `errorLimit`, the maximum number of records in a result, does not apply. A thread reads the spooled file again, as
   * fast as the consumer reads. Throws FileGone if the file was removed (see `hasFile`), NoSuchRun, and the reason of
   * `signal` if it is aborted.
   */
  errors(runId: string, signal?: AbortSignal): AsyncIterable<string>;
  /**
   * Yields the original bytes of the records that were not published, as a file that can be corrected and sent again.
   * For CSV and fixed width, the file contains what precedes the first record (header, skipped lines), these records,
   * and what follows the last record. For XML, it is the document without the published records. If the run stopped
   * early, the file also contains the part that was not read. Yields nothing if every record was published. Throws like
   * errors().
   */
  rejects(runId: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Publishes what a run, and earlier retries of its rejects, have not published. Reads the whole file again with a module,
   * and returns the id of the new run. Throws NoSuchRun, RunUnfinished, RetryUnfinished, FileGone, PiecesIncomplete,
   * RejectsNotRetryable, and the errors of accept().
   */
  retryRejects(request: RejectsRetry): Promise<string>;
  /**
   * Stores what retryRejects() would publish, and checks all of it. The caller must publish or discard it. Throws like
   * retryRejects().
   */
  prepareRejects(source: RejectsSource): Promise<PreparedRejects>;
  /**
   * Publishes stored rejects, and returns the id of the new run, which has the stored file from then on. The same rejects
   * are published once: a later call returns the same id. Throws NoSuchRun, FileGone, StoredDataDamaged, RetryUnfinished,
   * and the errors of accept().
   */
  publishRejects(request: RejectsRun): Promise<string>;
  /** Returns the versions of the reference tables and mask keys with which a run of this spec would be accepted now. */
  bindRejects(module: RunModule): Promise<RejectsBinding>;
  /** Throws FileGone, and StoredDataDamaged if a stored file is not what was asked for. */
  verifyRejects(rejects: StoredRejects): Promise<void>;
  /**
   * Returns a page of what stored rejects would publish, and the records as they were sent, with masked values. Throws
   * NoSuchRun, MaskKeyLost, and the system's errors if the stored file is gone: see verifyRejects().
   */
  reviewRejects(request: ReviewRequest): Promise<RejectsReview>;
  /** Returns the id of the run that publishes the rejects of a run, finished or not; null if there is none. */
  retryOf(runId: string): Promise<string | null>;
  /** Removes a stored file that no run has. */
  discardRejects(rejects: Pick<PreparedRejects, 'spoolName'>): Promise<void>;
  /** Returns the idempotency key of a run, or of the first one whose rejects it has published; null if there is none. */
  firstKeyOf(runId: string): Promise<string | null>;
  /**
   * Returns true if the file of a run is still stored. Call it before the response of errors() or rejects() starts.
   * Throws NoSuchRun.
   */
  hasFile(runId: string): Promise<boolean>;
  /**
   * Executes a dry run in a thread. With `onErrors`, passes on every record with issues, as complete lines of NDJSON.
   * Reading continues after the promise of `onErrors` has resolved. If the file crashes even a thread without other
   * tasks, the result has the failure `worker_failed`. Throws the reason of `signal` if it is aborted, and the error of
   * an upload that fails.
   */
  dryRun(
    request: DryRunRequest,
    options?: { signal?: AbortSignal; onErrors?: (lines: string) => Promise<void> },
  ): Promise<SerializedResult>;
  /** Returns the state of a run that this process executes; null for any other run. Does not read the store. */
  stateOf(runId: string): Pick<RunView, 'status' | 'pause' | 'progress'> | null;
  /** Returns the size of the stored files of a principal's runs, in bytes as sent. */
  spooledBytes(principal: string): Promise<number>;
  /** Returns the number of unfinished runs that this process executes, by their state. Other instances are not asked. */
  countByState(): Record<'QUEUED' | 'RUNNING' | 'PAUSED', number>;
  /**
   * Returns the hashes of the modules that must remain in the module cache, because a run may still read its file with
   * them.
   */
  modulesInUse(): Promise<Set<string>>;
  /**
   * Removes files that belong to no run. Then resumes all unfinished runs, or only those whose ids are in `only`. Also
   * starts a regular sweep(). Call it when the process starts, before a file is received. Returns the number of resumed
   * runs.
   */
  resume(only?: readonly string[]): Promise<number>;
  /** Removes files and rows that are no longer needed. Returns at once, and works in the background. */
  sweep(): void;
  /**
   * Interrupts all runs after their current batches. After 8 seconds, terminates their threads. The next process
   * resumes the runs. The store remains open.
   */
  stop(): Promise<void>;
}
