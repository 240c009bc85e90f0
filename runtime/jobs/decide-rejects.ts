import { type Decision, hashOfOrder, type RejectsOrder } from '../base/model/rejects-order.ts';
import { StoredDataDamaged } from '../base/model/stored-data-damaged.ts';
import { FileGone } from '../runs/failures.ts';
import type { AuditEntry } from '../state/store/audit.ts';
import type { StoredFile } from '../state/store/job-file-store.ts';
import { CannotDecide, DecidedByRequester } from './job-failures.ts';
import { type FileWork, tryEvent } from './work/work.ts';
import { findObstacle, findSpec, publishOrder } from './take/publish-order.ts';

/** What a principal decides about a file that needs approval, and the request for the audit. */
export interface DecisionRequest extends Omit<Decision, 'at'> {
  /** The hash of the request that the principal has seen; null if it is the one that waits. */
  readonly request: string | null;
  readonly toAudit: (runId: string) => AuditEntry;
}

/**
 * Accepts or refuses what a retry of rejects would publish, and returns the new row. What was accepted is published, also
 * after a crash. Throws DecidedByRequester if the principal is the one that asked, and CannotDecide: also if the principal has
 * seen another request, or if the spec, its tables, the keys of its masks or the stored records are no longer those of the
 * request. Then the file waits on.
 */
export async function decide(
  work: Pick<FileWork, 'job' | 'services'>,
  file: StoredFile,
  { toAudit, request, ...decision }: DecisionRequest,
): Promise<StoredFile> {
  const { services } = work;
  const { rejectsOrder: order, name, state } = file;
  if (state !== 'needs_approval' || order === null)
    throw new CannotDecide(`the file "${name}" is ${state}. Nothing waits for approval`);
  if (order.requestedBy === decision.by) throw new DecidedByRequester();
  if (request !== null && request !== hashOfOrder(order))
    throw new CannotDecide(`the request for the file "${name}" is another one now. Review it, and decide again`);
  if (decision.isAccepted) {
    const obstacle = await findObstacle(work, order, findSpec(work, order));
    if (obstacle !== null) throw new CannotDecide(obstacle.message);
    await verifyStored(work, order);
  }
  const event = { kind: 'rejects_decided' as const, decision: { ...decision, at: services.now() } };
  const row = await tryEvent(work, file, { event, audit: toAudit(order.runId) });
  if (row === null) throw new CannotDecide(`another person has decided about the file "${name}"`);
  if (!decision.isAccepted) {
    await services.runs.discardRejects(order);
    return row;
  }
  return publishOrKeep(work, row);
}

/** Throws CannotDecide if the stored records are not those that were asked for. */
export async function verifyStored({ services }: Pick<FileWork, 'services'>, order: RejectsOrder): Promise<void> {
  try {
    await services.runs.verifyRejects(order);
  } catch (error) {
    const isGone = error instanceof FileGone;
    if (!isGone && !(error instanceof StoredDataDamaged)) throw error;
    const what = isGone ? 'are no longer stored' : 'were changed after the request';
    throw new CannotDecide(`the records that were asked for ${what}. Refuse them, and ask for the rejects again`);
  }
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
