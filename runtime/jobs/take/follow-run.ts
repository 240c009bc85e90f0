import { setTimeout as sleep } from 'node:timers/promises';
import { type FileRecords, toFileRecords } from '../../base/model/file-records.ts';
import type { RejectsOrder } from '../../base/model/rejects-order.ts';
import type { FileReason } from '../../base/model/file-state.ts';
import type { SerializedResult } from '../../base/model/result.ts';
import { NoSuchRun } from '../../runs/failures.ts';
import { RunNotFinished, STOPPING } from '../../runs/run-request.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import { judgeRun } from '../alerts/judge-run.ts';
import { sumRecords } from './sum-records.ts';
import { hasThen } from './pending-work.ts';
import { endPause, nameDestination, pauseByError } from '../work/pause-by-error.ts';
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
  const { to, options } = job.definition;
  const isWhole = options.delivery === 'all-or-nothing' || to.kind === 'file';
  const order = file.rejectsOrder?.publishedBy === file.runId ? file.rejectsOrder : null;
  if (order !== null && (result === null || result.status === 'FAILED'))
    return endRejects(work, file, { result, order, isWhole });
  const records = result === null ? null : toRecords(result, order, { isWhole });
  if (result !== null && records !== null && result.status !== 'FAILED') {
    const alerts = await judgeRun(work, file, { result, records });
    const event = { kind: 'run_succeeded' as const, at, records, hasThen: hasThen(job, 'done') };
    return applyEvent(work, file, { event, alerts: alerts.map((alert) => services.raise(alert)) });
  }
  const reason = reasonOf(result);
  const alert = services.raise({
    kind: 'run_failed',
    job,
    code: reason.code,
    message: `The run of the file "${file.path}" has failed: ${reason.message}`,
    file: file.path,
    ...(file.runId === null ? {} : { runId: file.runId }),
  });
  const event = { kind: 'run_failed' as const, at, reason, hasThen: hasThen(job, 'failed') };
  return applyEvent(work, file, { event: { ...event, ...(records !== null && { records }) }, alerts: [alert] });
}

function toRecords(result: SerializedResult, order: RejectsOrder | null, end: { isWhole: boolean }): FileRecords {
  return (order === null ? null : sumRecords(order.before.records, result, end)) ?? toFileRecords(result, end);
}

/** Records that the run of the rejects of a file has FAILED. The file is what it was before. */
function endRejects(
  work: Omit<FileWork, 'connector'>,
  file: StoredFile,
  { result, order, isWhole }: { result: SerializedResult | null; order: RejectsOrder; isWhole: boolean },
): Promise<StoredFile> {
  const { job, services } = work;
  const { records: before } = order.before;
  const reason = reasonOf(result);
  const alert = services.raise({
    ...{ kind: 'run_failed', job, code: reason.code, file: file.path },
    message: `The run of the rejects of the file "${file.path}" has failed: ${reason.message}`,
    ...(file.runId === null ? {} : { runId: file.runId }),
  });
  const records = result === null ? before : sumRecords(before, result, { isWhole });
  const event = { kind: 'rejects_failed' as const, at: services.now(), reason, records };
  return applyEvent(work, file, { event, alerts: [alert] });
}

function reasonOf(result: SerializedResult | null): FileReason {
  if (result === null) return { code: 'run_deleted', message: 'The run was deleted before its end was recorded here.' };
  return result.failure ?? { code: 'failed', message: 'The run has failed.' };
}

/** Returns the result of a run; null if it was deleted. A paused run resumes by itself, so it is waited for. */
async function waitForResult(work: Omit<FileWork, 'connector'>, runId: string): Promise<SerializedResult | null> {
  const {
    services: { runs },
    signal,
  } = work;
  for (let pausedBy: string | null = null; ; ) {
    signal.throwIfAborted();
    try {
      const result = await runs.finished(runId, signal).catch((error: unknown) => {
        if (error instanceof NoSuchRun) return null;
        throw error;
      });
      if (pausedBy !== null) await endPause(work);
      return result;
    } catch (error) {
      if (!(error instanceof RunNotFinished)) throw error;
      // The destination cannot be used, which is not the fault of the file.
      if (error.code !== pausedBy && error.code !== STOPPING.code) {
        pausedBy = error.code;
        await pauseByError(work, {
          code: error.code,
          message: toSentence(error.message),
          name: await nameDestination(work, error.code),
        });
      }
      await sleep(PAUSED_MS, undefined, { signal });
    }
  }
}

function toSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return text.endsWith('.') ? text : `${text}.`;
}
