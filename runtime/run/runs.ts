import type { Store } from '../store/store.ts';
import type { ProcessingResult } from './result.ts';
import type { Accepted, DryRunRequest, RunRequest, RunSummary, RunView } from './run-request.ts';

/** All runs of a data folder: they are worked on in threads, outlive the process, and are told about. */
export interface Runs {
  /**
   * Takes a run on. When it resolves with `accepted` the run is durable: it will end, in this process
   * or a later one. Throws DiskFull, and RunsStopped once `stop` was called.
   */
  accept(request: RunRequest): Promise<Accepted>;
  /**
   * The result of a run when it is over. Throws RunNotFinished (the run goes on later), an Error where
   * there is no such run, and the signal's reason.
   */
  finished(runId: string, signal?: AbortSignal): Promise<ProcessingResult>;
  get(runId: string): Promise<RunView | null>;
  /** The newest first, at most `limit`; `before`: a runId, those made before that run (an unknown one: none). */
  list(page: { limit: number; before?: string }): Promise<RunSummary[]>;
  /**
   * NDJSON of every record with issues that the run has committed, not only the first `errorLimit`, in
   * the order of the file; texts of whole lines. Read again from the spooled file, in a thread, at the
   * pace of the reader; leaving the loop ends the reading. Throws FileGone where the spooled file is
   * not kept any more (`keepsFile`), an Error where there is no such run.
   */
  errors(runId: string, signal?: AbortSignal): AsyncIterable<string>;
  /**
   * The original bytes of the records that were not published, ready to be mended and sent again: what
   * stands before the first record (header, skipped lines), the records, and what stands behind the
   * last. A run that stopped before the end of its file has not published the rest either. Otherwise
   * as `errors`.
   */
  rejects(runId: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Whether the file of a run is still in the spool: ask before the first byte of an answer is sent. */
  keepsFile(runId: string): Promise<boolean>;
  /**
   * Looks at a file in a thread. With `onErrors` every record with issues is told, NDJSON, in texts of
   * whole lines; reading waits for what it gives. Throws the signal's reason, WorkerLost.
   */
  dryRun(request: DryRunRequest, options?: { signal?: AbortSignal; onErrors?: (lines: string) => Promise<void> }): Promise<ProcessingResult>;
  /** Hashes of the modules that runs still need: their files must stay in the cache. */
  modulesInUse(): Promise<Set<string>>;
  /** At the start, before the first request: runs that were under way go on, orphans in the spool are removed. Gives how many runs go on. */
  resume(): Promise<number>;
  /** Breaks all runs off between two batches, within 10 seconds; they go on in the next process. The store stays open. */
  stop(): Promise<void>;
}

export interface RunsOptions {
  store: Store;
  /** Most threads that runs and dry runs are worked on in. */
  threads: number;
  /** How long the spooled files of finished runs are kept for `errors` and `rejects`, in milliseconds. */
  keepFilesMs: number;
}

/** The runs of an open store. Nothing is worked on before `resume`. */
export function openRuns(options: RunsOptions): Runs {
  throw new Error(`not yet: ${options.threads}`);
}
