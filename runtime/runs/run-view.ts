import type { StoredRun } from '../store/stored-run.ts';
import { createCheckpoint } from '../model/checkpoint.ts';
import { createResult, type ProcessingResult } from '../model/result.ts';
import type { RunInfo } from '../model/run-info.ts';
import type { Pause, RunSummary, RunView } from './run-request.ts';

/** The state of a run that only the process executing it has. */
export interface LiveState {
  status: 'QUEUED' | 'RUNNING' | 'PAUSED';
  pause: Pause | null;
  /** Bytes of the file that are read. */
  bytes: number;
}

/** Returns the facts about a stored run that the loop, sinks and results need. */
export function toRunInfo({ runId, spec, specId, fileName, fileSha256, options }: StoredRun): RunInfo {
  return { runId, spec, specId, fileName, fileSha256, options };
}

/** Returns the result of a finished run. `errors` are the items of its list, each as JSON. */
export function toResult(run: StoredRun, errors: readonly string[]): ProcessingResult {
  const checkpoint = {
    ...(run.checkpoint ?? createCheckpoint()),
    errors: [...errors],
    failure: run.ended?.failure ?? null,
  };
  const result = createResult(toRunInfo(run), checkpoint, run.fileSha256);
  const all = { ...result, warnings: [...run.warnings, ...result.warnings] };
  return run.ended === null ? all : { ...all, status: run.ended.status };
}

/** Returns a run as the API returns it. `live` is null if this process does not execute the run. */
export function toRunView(run: StoredRun, errors: readonly string[], live: LiveState | null): RunView {
  const { status, failure, runId: _, specId: __, ...known } = toResult(run, errors);
  return {
    status: run.ended === null ? (live?.status ?? 'QUEUED') : status,
    ...known,
    ...(run.ended === null || failure === undefined ? {} : { failure }),
    runId: run.runId,
    specId: run.specId,
    topic: run.topic,
    deadLetterTopic: run.deadLetterTopic,
    progress: { bytes: bytesRead(run, live), totalBytes: run.fileBytes },
    createdAt: new Date(run.createdAt).toISOString(),
    finishedAt: run.ended === null ? null : new Date(run.ended.at).toISOString(),
    ...(run.ended !== null || live === null || live.pause === null ? {} : { pause: live.pause }),
  };
}

/** Returns a run without its records with issues. */
export function toRunSummary(run: StoredRun, live: LiveState | null): RunSummary {
  const { errors: _, errorsTruncated: __, ...summary } = toRunView(run, [], live);
  return summary;
}

/** Returns true if a run has read its file to the end. */
export function hasReadAll({ ended }: StoredRun): boolean {
  if (ended === null) return false;
  return ended.failure === null || ['no_record_processed', 'no_record_found'].includes(ended.failure.code);
}

function bytesRead(run: StoredRun, live: LiveState | null): number {
  if (hasReadAll(run)) return run.fileBytes;
  // A position counts bytes of the decompressed file.
  return Math.min(run.fileBytes, live?.bytes ?? run.checkpoint?.position?.byteOffset ?? 0);
}
