import { ConnectorFailure } from '../../connector/failure.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import { findJobReason, reasonOf } from '../work/failures.ts';
import { moveToEnd } from './move-file.ts';
import { actionOf, type Outcome } from './pending-work.ts';
import { findMember } from '../work/member.ts';
import { applyEvent, type FileWork } from '../work/work.ts';
import { moveLeftovers } from './move-leftovers.ts';
import { writeReason, writeRejects } from './write-beside.ts';

/**
 * Does what a job defines for after the run of a file: rejects, the move or deletion, the reason file, the done file.
 * Every step may be repeated after a crash, and none creates a run. Returns the new row. If a step fails because of
 * this file, it is repeated after a pause. `isRepeated`: an earlier attempt may have left temporary files. Throws the errors of the host.
 */
export async function settleFile(
  work: FileWork,
  file: StoredFile,
  { isRepeated }: { isRepeated: boolean },
): Promise<StoredFile> {
  const { services } = work;
  try {
    const outcome = outcomeOf(file);
    const row = outcome === 'done' ? await moveLeftovers(work, file) : file;
    if (outcome !== 'duplicate') await writeRejects(work, { file: row, isRepeated });
    // An archive is moved after its members, and names those that have failed.
    const isMember = findMember(file) !== null;
    const isThere = isMember || isMoved(file);
    const moved = await moveToEnd(work, row, isThere ? null : actionOf(work.job.definition.then, outcome));
    if (outcome === 'failed' && !isMember) await writeReason(work, { file: moved, isRepeated });
    return await applyEvent(work, moved, { event: { kind: 'settled', at: services.now() } });
  } catch (error) {
    if (work.signal.aborted || findJobReason(error) !== null || !(error instanceof ConnectorFailure)) throw error;
    const { firstMs, maxMs } = work.job.definition.retry.backoff;
    const now = services.now();
    // Without a count of the failures, the pause grows with the time since the run has ended.
    const since = now - (file.publishedAt ?? file.finishedAt ?? now);
    const retryAt = now + Math.min(maxMs, Math.max(firstMs, since));
    services.log.warn('job_file_not_settled', { job: work.job.definition.name, file: file.path, ...reasonOf(error) });
    const current = (await services.tables.files.find(work.job.id, file.number)) ?? file;
    return applyEvent(work, current, { event: { kind: 'not_settled', reason: reasonOf(error), retryAt } });
  }
}

/** A file whose rejects were published later was moved after its first run. */
function isMoved({ rejectsOrder: order, runId }: StoredFile): boolean {
  return order !== null && order.publishedBy === runId && order.before.state === 'done';
}

function outcomeOf({ state }: StoredFile): Outcome {
  return state === 'published' ? 'done' : state === 'failed' ? 'failed' : 'duplicate';
}
