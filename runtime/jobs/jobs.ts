import type { FileState } from '../base/model/file-state.ts';
import type { DecisionRequest } from './decide-rejects.ts';
import type { OrderRequest } from './order-rejects.ts';
import type { OrderReview, ReviewQuery } from './review-order.ts';
import type { RetryRequest } from './retry-files.ts';
import type { FileView, JobView } from './job-view.ts';

/** Which files of a job to list: those that meet all conditions. */
export interface FilePageQuery {
  readonly limit: number;
  /** The files that were first seen last come first. Otherwise they come last. */
  readonly isNewestFirst?: boolean;
  /** The id of a file: the page begins after it. */
  readonly cursor?: string;
  readonly state?: FileState;
  /** The name of the file. `*` matches any characters. */
  readonly name?: string;
}

/**
 * The jobs of a service. A parameter `idOrName` takes the id of a job or, if none has that id, its name. Then the method
 * also throws JobNotFound. The methods that change something throw DiskFull.
 */
export interface Jobs {
  /** Returns all jobs, sorted by name. `since` (milliseconds since 1970): with what they have done since then. */
  list(since?: number): Promise<JobView[]>;
  get(idOrName: string): Promise<JobView>;
  /** Creates a job from a JSON value and starts it. Throws InvalidJob and JobNameTaken. */
  create(written: unknown): Promise<JobView>;
  /** Replaces the definition of a job of the API. Its ledger remains. Throws InvalidJob, JobNameTaken and JobInGit. */
  replace(idOrName: string, written: unknown): Promise<JobView>;
  /** Removes a job of the API and its ledger. A run that is in progress continues. Throws JobInGit. */
  remove(idOrName: string): Promise<void>;
  /** Begins a look at the source now. Throws JobIsPaused. */
  run(idOrName: string): Promise<JobView>;
  /** Stops taking files. The file that was taken is completed. */
  pause(idOrName: string): Promise<JobView>;
  /** Ends a pause, also one after an error, and begins a look. */
  resume(idOrName: string): Promise<JobView>;
  files(idOrName: string, query: FilePageQuery): Promise<FileView[]>;
  /** Makes a file wait for another run. Throws JobFileNotFound and CannotRetry. */
  retry(idOrName: string, fileId: string): Promise<FileView>;
  /** Makes files wait for another run. Throws JobFileNotFound, CannotRetry and AlreadyPublished. */
  retryFiles(idOrName: string, request: RetryRequest): Promise<FileView[]>;
  /**
   * Publishes what a run of a file has not published, or makes it wait for approval. Returns the file, and the id of the new
   * run if there is one; null if the run is not that of a file of a job, or not its last one and no approval is needed. Throws
   * CannotRetry, also if the job is not in service or does not know the file, and the errors of Runs.retryRejects() and of the destination.
   */
  retryRejects(request: OrderRequest): Promise<{ readonly file: FileView; readonly newRunId: string | null } | null>;
  /**
   * Accepts or refuses what a retry of the rejects of a file would publish. Throws JobFileNotFound, CannotDecide and
   * DecidedByRequester.
   */
  decide(idOrName: string, fileId: string, decision: DecisionRequest): Promise<FileView>;
  /**
   * Returns a page of what an approval of the rejects of a file would publish. Throws JobFileNotFound, CannotDecide if nothing
   * waits for approval, and the errors of Runs.reviewRejects().
   */
  review(idOrName: string, fileId: string, query: ReviewQuery): Promise<OrderReview>;
  /** Returns the ids of the jobs that use an integration. */
  usersOf(integration: { readonly id: string; readonly name: string }): string[];
  /** Stops all jobs after their current steps. Call it before the runs are stopped. */
  close(): Promise<void>;
}
