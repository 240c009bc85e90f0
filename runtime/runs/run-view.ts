import { identifyDestination } from '../base/model/destination.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { createCheckpoint } from '../base/model/checkpoint.ts';
import { createResult, type SerializedResult, withoutPublished } from '../base/model/result.ts';
import type { RunInfo } from '../base/model/run-info.ts';
import type { RunOrigin } from './runs.ts';
import type { Pause, RunSummary, RunView, SerializedRun } from './run-request.ts';

/** The state of an unfinished run that is not stored. Only the process that executes the run knows it. */
export interface LiveState {
  status: 'QUEUED' | 'RUNNING' | 'PAUSED';
  pause: Pause | null;
  /**
   * Number of bytes of the file as sent that have been read. Before the first progress report, it is the offset of the
   * last checkpoint in the decompressed file.
   */
  bytes: number;
}

/** Returns the part of a stored run that the read loop, the sinks and the result use. */
export function toRunInfo({ runId, spec, specId, fileName, fileSha256, options }: StoredRun): RunInfo {
  return { runId, spec, specId, fileName, fileSha256, options };
}

/**
 * Returns the result of a run, or of its last checkpoint if it is unfinished. `errors` are the items of the result's
 * `errors`, each as JSON.
 */
export function toResult(run: StoredRun, errors: readonly string[]): SerializedResult {
  const checkpoint = {
    ...(run.checkpoint ?? createCheckpoint()),
    errors: [...errors],
    failure: run.ended?.failure ?? null,
  };
  const result = createResult(toRunInfo(run), checkpoint, run.fileSha256);
  const all = { ...result, warnings: [...run.warnings, ...result.warnings] };
  // Of such a run, all is published at its end, or nothing: a file is renamed when it is complete.
  const isWhole = run.options.delivery === 'all-or-nothing' || run.destination.kind === 'file';
  if (run.ended === null) return isWhole ? withoutPublished(all) : all;
  const { status } = run.ended;
  return { ...(isWhole && status === 'FAILED' ? withoutPublished(all) : all), status };
}

/**
 * Returns a run as the API returns it. `errors` are the items of the result's `errors`, each as JSON. `live` is null if
 * this process does not execute the run.
 */
export function toRunView(run: StoredRun, errors: readonly string[], live: LiveState | null): SerializedRun {
  const { status, failure, runId: _, specId: __, ...known } = toResult(run, errors);
  return {
    status: run.ended === null ? (live?.status ?? 'QUEUED') : status,
    ...known,
    ...(run.ended === null || failure === undefined ? {} : { failure }),
    runId: run.runId,
    specId: run.specId,
    ...destinationOf(run),
    progress: { bytes: bytesRead(run, live), totalBytes: run.fileBytes },
    createdAt: new Date(run.createdAt).toISOString(),
    finishedAt: run.ended === null ? null : new Date(run.ended.at).toISOString(),
    ...(run.ended !== null || live === null || live.pause === null ? {} : { pause: live.pause }),
  };
}

function destinationOf({ destination }: StoredRun): Pick<RunView, 'topic' | 'deadLetterTopic' | 'destination'> {
  if (destination.kind !== 'topic') return { topic: null, deadLetterTopic: null, destination };
  const { topic, deadLetterTopic } = destination;
  return { topic, deadLetterTopic };
}

/** Returns the state of a run that this process executes, as the API shows it; null if it executes none. */
export function toLiveView(
  active: { run: StoredRun; state: LiveState } | undefined,
): Pick<RunView, 'status' | 'pause' | 'progress'> | null {
  if (active === undefined) return null;
  const { run, state } = active;
  const progress = { bytes: bytesRead(run, state), totalBytes: run.fileBytes };
  return { status: state.status, progress, ...(state.pause !== null && { pause: state.pause }) };
}

/** Returns what decides who may see a run. Null if there is no run. */
export function toOrigin(run: StoredRun | null): RunOrigin | null {
  return run === null ? null : { topic: identifyDestination(run.destination), specName: run.spec.name };
}

/** Returns a run as an item of a list. `live` is null if this process does not execute the run. */
export function toRunSummary(run: StoredRun, live: LiveState | null): RunSummary {
  const { errors: _, errorsTruncated: __, ...summary } = toRunView(run, [], live);
  return summary;
}

/** Returns true if a run has finished and has read its file to the end. */
export function hasReadAll({ ended }: StoredRun): boolean {
  if (ended === null) return false;
  return ended.failure === null || ['no_record_processed', 'no_record_found'].includes(ended.failure.code);
}

/** Returns whether a run in pieces has published its file up to its end, or to the record at which the run stops, without a gap. */
export function hasNoGap(run: StoredRun): boolean {
  return hasReadAll(run) || run.checkpoint?.hasNoGap === true;
}

function bytesRead(run: StoredRun, live: LiveState | null): number {
  if (hasReadAll(run)) return run.fileBytes;
  // A checkpoint counts bytes of the decompressed file, which can be larger than the file as sent.
  return Math.min(run.fileBytes, live?.bytes ?? run.checkpoint?.position?.byteOffset ?? 0);
}
