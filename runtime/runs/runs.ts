import type { Accepted } from '../model/accepted.ts';
import type { ProcessingResult } from '../model/result.ts';
import type { DryRunRequest, RunListQuery, RunRequest, RunSummary, RunView } from './run-request.ts';

/** The runs of a data folder. They are executed in threads and survive the end of the process. */
export interface Runs {
  /**
   * Accepts a run. When it resolves with `accepted`, the run is durable and will finish in this process or a later one.
   * Throws DiskFull, and RunsStopped after stop().
   */
  accept(request: RunRequest): Promise<Accepted>;
  /**
   * Returns the result of a run when it has finished. Throws RunNotFinished (the run resumes later), NoSuchRun, and the
   * reason of the signal.
   */
  finished(runId: string, signal?: AbortSignal): Promise<ProcessingResult>;
  get(runId: string): Promise<RunView | null>;
  /** Returns at most `limit` runs that match, newest first; none if the cursor is not the id of a run. */
  list(query: RunListQuery): Promise<RunSummary[]>;
  /**
   * Cancels a run. It ends as FAILED (`cancelled`) at its next checkpoint, also if the process restarts before that.
   * Throws NoSuchRun, and RunEnded if it has finished.
   */
  cancel(runId: string): Promise<void>;
  /**
   * Deletes a run that has finished: its result, its errors and its spooled file. Its messages remain in their topics.
   * Throws NoSuchRun, and RunUnfinished.
   */
  remove(runId: string): Promise<void>;
  /**
   * Yields every record with issues that the run has committed as NDJSON, in file order and without the `errorLimit`.
   * The spooled file is read again in a thread, as fast as the consumer reads. Throws FileGone if the file was removed
   * (see `hasFile`), NoSuchRun, and the reason of the signal.
   */
  errors(runId: string, signal?: AbortSignal): AsyncIterable<string>;
  /**
   * Yields the original bytes of the records that were not published, ready to be corrected and sent again: what
   * precedes the first record (header, skipped lines), the records, and what follows the last. If the run stopped
   * early, the rest of the file is included. Throws like errors().
   */
  rejects(runId: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Returns true if the file of a run is still stored. Call it before the response starts. Throws NoSuchRun. */
  hasFile(runId: string): Promise<boolean>;
  /**
   * Executes a dry run in a thread. With `onErrors`, every record with issues is passed on as NDJSON in complete lines,
   * and reading waits for the promise. A file that ends its thread has the failure `thread_lost`. Throws the reason of
   * the signal, and the error of an upload that fails.
   */
  dryRun(
    request: DryRunRequest,
    options?: { signal?: AbortSignal; onErrors?: (lines: string) => Promise<void> },
  ): Promise<ProcessingResult>;
  /** Returns the hashes of the modules that runs still need in the cache. */
  modulesInUse(): Promise<Set<string>>;
  /**
   * Removes unneeded files and resumes unfinished runs (with `only`, just these). Call it at the start, before a file
   * is received. Returns the number of resumed runs.
   */
  resume(only?: readonly string[]): Promise<number>;
  /** Removes files and rows that are not needed any more, in the background. */
  sweep(): void;
  /**
   * Interrupts all runs between two batches, within 10 seconds. The next process resumes them. The store stays open.
   */
  stop(): Promise<void>;
}
