import type { StoredRun } from '../store/stored-run.ts';
import { createCheckpoint } from '../model/checkpoint.ts';
import { createResult, type ProcessingResult } from '../model/result.ts';
import type { RunInfo } from '../model/run-info.ts';
import type { Pause, RunSummary, RunView } from './run-request.ts';

/** What is known of a run only in the process that works on it. */
export interface LiveState {
  status: 'QUEUED' | 'RUNNING' | 'PAUSED';
  pause: Pause | null;
  /** Bytes of the file that are read. */
  bytes: number;
}

/** What the loop, its sinks and results have to know of a stored run. */
export function toRunInfo({ runId, spec, specId, fileName, fileSha256, options }: StoredRun): RunInfo {
  return { runId, spec, specId, fileName, fileSha256, options };
}

/** The result of a run that has ended. `errors`: the entries of its list, each as JSON. */
export function toResult(run: StoredRun, errors: readonly string[]): ProcessingResult {
  const checkpoint = {
    ...(run.checkpoint ?? createCheckpoint()),
    errors: [...errors],
    failure: run.ended?.failure ?? null,
  };
  const result = createResult(toRunInfo(run), checkpoint, run.fileSha256);
  return run.ended === null ? result : { ...result, status: run.ended.status };
}

/** A run as it is told. `live`: null where this process does not work on it. */
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

/** The same without the records that have issues. */
export function toRunSummary(run: StoredRun, live: LiveState | null): RunSummary {
  const { errors: _, errorsTruncated: __, ...summary } = toRunView(run, [], live);
  return summary;
}

/** Whether a run came to the end of its file, and did not stop before it. */
export function hasReadAll({ ended }: StoredRun): boolean {
  return ended !== null && (ended.failure === null || ended.failure.code === 'no_record_processed');
}

function bytesRead(run: StoredRun, live: LiveState | null): number {
  if (hasReadAll(run)) return run.fileBytes;
  // A position tells bytes of the decompressed file.
  return Math.min(run.fileBytes, live?.bytes ?? run.checkpoint?.position?.byteOffset ?? 0);
}
