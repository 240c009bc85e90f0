import type { Decision } from '../base/model/rejects-order.ts';
import type { AuditEntry } from '../state/store/audit.ts';
import type { StoredFile } from '../state/store/job-file-store.ts';
import { CannotDecide, DecidedByRequester } from './job-failures.ts';
import { type FileWork, tryEvent } from './work/work.ts';
import { findObstacle, findSpec, publishOrder } from './take/publish-order.ts';

/** What a principal decides about a file that needs approval, and the request for the audit. */
export interface DecisionRequest extends Omit<Decision, 'at'> {
  readonly toAudit: (runId: string) => AuditEntry;
}

/**
 * Accepts or refuses what a retry of rejects would publish, and returns the new row. What was accepted is published, also
 * after a crash. Throws CannotDecide, and DecidedByRequester if the principal is the one that asked.
 */
export async function decide(
  work: Pick<FileWork, 'job' | 'services'>,
  file: StoredFile,
  { toAudit, ...decision }: DecisionRequest,
): Promise<StoredFile> {
  const { services } = work;
  const { rejectsOrder: order, name, state } = file;
  if (state !== 'needs_approval' || order === null)
    throw new CannotDecide(`the file "${name}" is ${state}. Nothing waits for approval`);
  if (order.requestedBy === decision.by) throw new DecidedByRequester();
  const obstacle = decision.isAccepted ? findObstacle(order, findSpec(work, order)) : null;
  if (obstacle !== null) throw new CannotDecide(obstacle.message);
  const event = { kind: 'rejects_decided' as const, decision: { ...decision, at: services.now() } };
  const row = await tryEvent(work, file, { event, audit: toAudit(order.runId) });
  if (row === null) throw new CannotDecide(`another person has decided about the file "${name}"`);
  if (!decision.isAccepted) {
    await services.runs.discardRejects(order);
    return row;
  }
  return publishOrKeep(work, row);
}

/** Publishes what was ordered. If that fails now, the next look of the job tries again. */
export async function publishOrKeep(
  work: Pick<FileWork, 'job' | 'services'>,
  file: StoredFile,
  { isNew = false } = {},
): Promise<StoredFile> {
  const { rejectsOrder: order } = file;
  if (order === null) return file;
  try {
    return await publishOrder(work, file, { order, isNew });
  } catch (error) {
    const { name } = work.job.definition;
    work.services.log.warn('job_rejects_wait', {
      job: name,
      file: file.path,
      error: error instanceof Error ? error.name : 'unknown',
    });
    return file;
  }
}
