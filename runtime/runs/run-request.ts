import type { FileLayout } from '../../compiler/formats.ts';
import type { ArrivingFile, SpooledFile } from '../reading/source/spool.ts';
import type { Destination, TopicDestination } from '../base/model/destination.ts';
import type { ProcessingResult } from '../base/model/result.ts';
import type { Ordering } from '../base/model/ordering.ts';
import type { RunOptions } from '../base/model/run-info.ts';
import type { OnDuplicateFile } from '../base/model/accepted.ts';
import type { RejectsBinding, StoredRejects } from '../base/model/rejects-order.ts';
import type { RunVisibility } from '../state/store/run-visibility.ts';
import type { RepairedFile } from '../reading/workers/messages.ts';
import type { RunModule } from '../base/model/run-module.ts';

/** A request to publish a file. */
export interface RunRequest {
  spooled: SpooledFile;
  module: RunModule;
  specId: string;
  destination: Destination;
  options: RunOptions;
  /** Absent: FILE. */
  ordering?: Ordering;
  /** The `Idempotency-Key` of the request; null if it has none. */
  idempotencyKey: string | null;
  /**
   * Hash of the file, spec, destination and options. If the idempotency key is used again, a different hash means a
   * conflict.
   */
  requestHash: string;
  /** What to do if an earlier run published the same file to the same destination. */
  onDuplicateFile: OnDuplicateFile;
  /** Who sends the run. Absent if that is unknown. The number of waiting runs of one caller is limited. */
  caller?: string;
  /** Who sent the request. Null or absent if it did not come from a caller of the service. */
  principal?: string | null;
  /** The runs that the caller may see. The ids of others are not reported to it. Absent: all. */
  visibleRuns?: RunVisibility;
}

/** The rejects of a run. */
export interface RejectsSource {
  readonly runId: string;
  /** A repaired copy of the rejects; null: the file as it was sent. The caller removes it. */
  readonly repaired: RepairedFile | null;
  readonly signal?: AbortSignal;
}

/** What a retry of rejects publishes. The stored file belongs to the caller until a run has it. */
export interface PreparedRejects extends StoredRejects {
  /** Where the earlier run has published. */
  readonly destination: Destination;
}

/** How rejects are published. */
interface RejectsSink {
  /** The current version of the spec. */
  readonly module: RunModule;
  readonly specId: string;
  /** The limits of the service. */
  readonly limits: Partial<RunOptions>;
  /** Returns where the run publishes, for the destination of the earlier run. */
  toDestination(destination: Destination): Promise<Destination>;
  readonly caller?: string;
  readonly principal?: string | null;
  readonly visibleRuns?: RunVisibility;
}

/** A request to publish stored rejects. `isStored`: whether they were prepared earlier, perhaps by another process. */
export interface RejectsRun extends RejectsSink {
  readonly rejects: StoredRejects;
  readonly isStored: boolean;
  /** The tables and keys that the run must use. Absent: the current ones. */
  readonly binding?: RejectsBinding;
}

/** A request to publish what a run has not published of its file. */
export interface RejectsRetry extends RejectsSource, RejectsSink {}

/** Which part of what a retry of rejects would publish is reviewed, and how it is read. */
export interface ReviewRequest {
  readonly rejects: StoredRejects;
  readonly binding: RejectsBinding;
  readonly module: RunModule;
  readonly specId: string;
  readonly limits: Partial<RunOptions>;
  /** Where the cells of records are, and which are sensitive. Null: only the values with an issue are known. */
  readonly cells: { readonly layout: FileLayout; readonly hidden: readonly string[] } | null;
  /** Only records with a greater number. */
  readonly after: number;
  readonly limit: number;
  readonly caller: string | null;
  readonly signal?: AbortSignal;
}

/** A request for a dry run. `file` may still be arriving. The caller must remove the spooled file after the dry run. */
export interface DryRunRequest {
  file: SpooledFile | ArrivingFile;
  module: RunModule;
  specId: string | null;
  options: RunOptions;
  /** Who sends the file. Null or absent if that is unknown. Callers take turns. */
  caller?: string | null;
}

/** The status of a run, finished or not. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** All statuses of a run. */
export const RUN_STATUSES = ['QUEUED', 'RUNNING', 'PAUSED', 'SUCCESS', 'PARTIAL_SUCCESS', 'FAILED'] as const;

/** Which page of runs to list, newest first. A run must meet all conditions. Times are in milliseconds since 1970. */
export interface RunListQuery {
  /** Maximum number of runs on the page. */
  limit: number;
  /** Id of a run. Only runs that were accepted before it are listed. */
  cursor?: string;
  status?: RunStatus;
  /** Id or name of the spec. */
  spec?: string;
  topic?: string;
  /** The runs that the caller may see. Absent: all. */
  visible?: RunVisibility;
  /** Only runs that were accepted at this time or later. */
  from?: number;
  /** Only runs that were accepted before this time. */
  to?: number;
}

/** A run as the API returns it: its progress and the members of its result that are known so far. */
export interface RunView extends Omit<ProcessingResult, 'status' | 'runId' | 'specId'> {
  /** PAUSED: the run waits for something (see `pause`) and resumes automatically. */
  status: RunStatus;
  runId: string;
  specId: string;
  /** Null if the run does not publish to a topic. */
  topic: string | null;
  deadLetterTopic: string | null;
  /** Absent if the run publishes to a topic. */
  destination?: Exclude<Destination, TopicDestination>;
  /**
   * `totalBytes`: size of the file as sent. `bytes`: how far the file was read. While this process does not execute an
   * unfinished run, `bytes` is the offset of its last checkpoint in the decompressed file, at most `totalBytes`.
   */
  progress: { bytes: number; totalBytes: number };
  /** When the run was accepted: ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. Null while the run is unfinished. */
  finishedAt: string | null;
  /** Why the run is PAUSED. Absent for every other status. */
  pause?: Pause;
}

/** A run whose `errors` are JSON texts. */
export interface SerializedRun extends Omit<RunView, 'errors'> {
  errors: readonly string[];
}

/** A run as an item of a list. It does not contain the records with issues. */
export type RunSummary = Omit<RunView, 'errors' | 'errorsTruncated'>;

/** Why a run is PAUSED. `code` is for example `disk_full`, `storage_failed` or `broker_unavailable`. */
export interface Pause {
  code: string;
  message: string;
}

/** Why a run does not finish in this process, which ends. */
export const STOPPING: Pause = { code: 'stopping', message: 'the service is stopping' };

/** A run cannot finish now, because it is paused or the service is stopping. It resumes automatically later. */
export class RunNotFinished extends Error {
  override readonly name = 'RunNotFinished';
  readonly runId: string;
  /** The code of the pause, or `stopping`. */
  readonly code: string;

  constructor(runId: string, reason: Pause) {
    super(reason.message);
    this.runId = runId;
    this.code = reason.code;
  }
}
