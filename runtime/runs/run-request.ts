import type { ArrivingFile, SpooledFile } from '../source/spool.ts';
import type { ProcessingResult } from '../model/result.ts';
import type { RunOptions } from '../model/run-info.ts';
import type { RunModule } from '../model/run-module.ts';

/** A file to be turned into events. */
export interface RunRequest {
  spooled: SpooledFile;
  module: RunModule;
  specId: string;
  topic: string;
  deadLetterTopic: string | null;
  options: RunOptions;
  /** The caller's `Idempotency-Key`; null where there was none. */
  idempotencyKey: string | null;
  /** Hash of all that makes the request what it is (the file, the spec, the topic, the options); compared where a key comes again. */
  requestHash: string;
}

/** A file to be looked at and nothing more; it may still be on its way. It stays the caller's. */
export interface DryRunRequest {
  file: SpooledFile | ArrivingFile;
  module: RunModule;
  specId: string | null;
  options: RunOptions;
}

export type RunStatus = 'QUEUED' | 'RUNNING' | 'PAUSED' | ProcessingResult['status'];

/** A run as it is told: the members of its result as far as they are known, and how far it is. */
export interface RunView extends Omit<ProcessingResult, 'status' | 'runId' | 'specId'> {
  /** PAUSED: it waits for something (`pause` says for what) and goes on by itself. */
  status: RunStatus;
  runId: string;
  specId: string;
  topic: string;
  deadLetterTopic: string | null;
  /** Bytes of the file that are read and committed. */
  progress: { bytes: number; totalBytes: number };
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Null while the run is not over. */
  finishedAt: string | null;
  /** Why the run is PAUSED. */
  pause?: Pause;
}

/** A run in the list of all runs: without the records that have issues, which GET /runs/{id} tells. */
export type RunSummary = Omit<RunView, 'errors' | 'errorsTruncated'>;

/** What keeps a run from going on now: `disk_full`, `storage_failed`, `broker_unavailable`. */
export interface Pause {
  code: string;
  message: string;
}

/** Somebody waits for a run that cannot end now: it is paused, or the service stops. It goes on by itself, later. */
export class RunNotFinished extends Error {
  override readonly name = 'RunNotFinished';
  readonly runId: string;
  /** A pause's code, or `stopping`. */
  readonly code: string;

  constructor(runId: string, reason: Pause) {
    super(reason.message);
    this.runId = runId;
    this.code = reason.code;
  }
}
