import type { ArrivingFile, SpooledFile } from '../source/spool.ts';
import type { ProcessingResult } from '../model/result.ts';
import type { RunOptions } from '../model/run-info.ts';
import type { OnDuplicateFile } from '../model/accepted.ts';
import type { RunModule } from '../model/run-module.ts';

/** A request to publish a file. */
export interface RunRequest {
  spooled: SpooledFile;
  module: RunModule;
  specId: string;
  topic: string;
  deadLetterTopic: string | null;
  options: RunOptions;
  /** The `Idempotency-Key` of the request; null if it has none. */
  idempotencyKey: string | null;
  /** Hash of the file, spec, topic and options. It is compared if a key is used again. */
  requestHash: string;
  /** What to do if an earlier run published the same file to the same topic. */
  onDuplicateFile: OnDuplicateFile;
}

/** A request for a dry run. The file may still be arriving. The caller remains its owner. */
export interface DryRunRequest {
  file: SpooledFile | ArrivingFile;
  module: RunModule;
  specId: string | null;
  options: RunOptions;
}

/** The status of a run, finished or not. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** All statuses of a run. */
export const RUN_STATUSES = ['QUEUED', 'RUNNING', 'PAUSED', 'SUCCESS', 'PARTIAL_SUCCESS', 'FAILED'] as const;

/** A page of runs. Times are in milliseconds since 1970. */
export interface RunListQuery {
  limit: number;
  /** Only runs that are older than this run. */
  cursor?: string;
  status?: RunStatus;
  /** Id or name of the spec. */
  spec?: string;
  topic?: string;
  /** Only runs that were accepted at this time or later. */
  from?: number;
  /** Only runs that were accepted before this time. */
  to?: number;
}

/** A run as the API returns it: the members of its result as far as they are known, and its progress. */
export interface RunView extends Omit<ProcessingResult, 'status' | 'runId' | 'specId'> {
  /** PAUSED: the run waits for something (see `pause`) and resumes automatically. */
  status: RunStatus;
  runId: string;
  specId: string;
  topic: string;
  deadLetterTopic: string | null;
  /** Bytes of the file that are read and committed. */
  progress: { bytes: number; totalBytes: number };
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Null while the run is unfinished. */
  finishedAt: string | null;
  /** Why the run is PAUSED. */
  pause?: Pause;
}

/** A run as an item of a list, without the records with issues. */
export type RunSummary = Omit<RunView, 'errors' | 'errorsTruncated'>;

/** Why a run cannot continue now: `disk_full`, `storage_failed`, `broker_unavailable`, …. */
export interface Pause {
  code: string;
  message: string;
}

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
