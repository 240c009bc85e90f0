import { setTimeout as sleep } from 'node:timers/promises';
import type { FileReason } from '../../base/model/file-state.ts';
import type { SerializedResult } from '../../base/model/result.ts';
import { NoSuchRun } from '../../runs/failures.ts';
import { RunNotFinished } from '../../runs/run-request.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import { hasThen } from './pending-work.ts';
import { applyEvent, type FileWork } from '../work/work.ts';

/** How long to wait before a paused run is asked for its end again, in milliseconds. */
const PAUSED_MS = 1000;

/**
 * Waits until the run of a `running` file has ended, and records the end. Returns the new row. Throws the reason of the
 * signal if it is aborted.
 */
export async function followRun(work: Omit<FileWork, 'connector'>, file: StoredFile): Promise<StoredFile> {
  const { job, services } = work;
  const result = await waitForResult(work, file.runId ?? '');
  const at = services.now();
  if (result !== null && result.status !== 'FAILED')
    return applyEvent(work, file, { event: { kind: 'run_succeeded', at, hasThen: hasThen(job, 'done') } });
  const reason: FileReason =
    result === null
      ? { code: 'run_deleted', message: 'The run was deleted before its end was recorded here.' }
      : (result.failure ?? { code: 'failed', message: 'The run has failed.' });
  const alert = services.raise({
    kind: 'run_failed',
    job,
    code: reason.code,
    message: `The run of the file "${file.path}" has failed: ${reason.message}`,
    file: file.path,
    ...(file.runId === null ? {} : { runId: file.runId }),
  });
  return applyEvent(work, file, { event: { kind: 'run_failed', at, reason, hasThen: hasThen(job, 'failed') }, alert });
}

/** Returns the result of a run; null if it was deleted. A paused run resumes by itself, so it is waited for. */
async function waitForResult(
  { services: { runs }, signal }: Omit<FileWork, 'connector'>,
  runId: string,
): Promise<SerializedResult | null> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await runs.finished(runId, signal);
    } catch (error) {
      if (error instanceof NoSuchRun) return null;
      if (!(error instanceof RunNotFinished)) throw error;
      await sleep(PAUSED_MS, undefined, { signal });
    }
  }
}
