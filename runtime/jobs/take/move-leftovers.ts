import { nameWithoutTotals } from '../../base/model/left-out-totals.ts';
import type { Leftover } from '../../base/model/retry-order.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { Job } from '../definition/job.ts';
import { fillTemplate } from '../definition/path-template.ts';
import { findMember } from '../work/member.ts';
import { applyEvent, type FileWork } from '../work/work.ts';
import { findFreePath } from './numbered-path.ts';

const SUFFIXES: Readonly<Record<Leftover['kind'], string>> = { reason: '.reason.json', rejects: '.rejects' };

/** Returns what a job has written because of the last run of a file: the reason file and the rejects. */
export function findLeftovers({ definition: { name: job, then } }: Job, file: StoredFile): Leftover[] {
  // What was written for a member remains, because the member is never moved.
  if (findMember(file) !== null) return [];
  const found: Leftover[] = [...(file.retryOrder?.leftovers ?? [])];
  const add = (leftover: Leftover): void => {
    if (!found.some(({ path }) => path === leftover.path)) found.push(leftover);
  };
  if (file.state === 'failed' && then.failed?.reason === true)
    add({ kind: 'reason', path: `${file.location}.reason.json` });
  if (then.rejects !== null && file.runId !== null && file.takenAt !== null) {
    const values = { name: file.name, job, at: file.takenAt, run: file.runId };
    const path = fillTemplate(then.rejects.path, values);
    add({ kind: 'rejects', path });
    add({ kind: 'rejects', path: nameWithoutTotals(path) });
  }
  return found;
}

/**
 * Moves what earlier attempts have written to the place to which the file is moved, before rejects of this run are
 * written. Returns the new row. Without a place, everything remains where it is. Throws ConnectorFailure.
 */
export async function moveLeftovers(work: FileWork, file: StoredFile): Promise<StoredFile> {
  const { connector, job } = work;
  const { retryOrder } = file;
  const { done } = job.definition.then;
  if (retryOrder === null || retryOrder.leftovers.length === 0 || done?.kind !== 'move') return file;
  const at = file.takenAt ?? file.firstSeen;
  const values = { name: file.name, job: job.definition.name, at, run: file.runId ?? '' };
  const target = file.rejectsOrder?.before.state === 'done' ? file.location : fillTemplate(done.to, values);
  for (const { kind, path } of retryOrder.leftovers) {
    // It was moved before a crash, or someone has removed it.
    if ((await connector.stat(path)) === null) continue;
    await connector.move(path, await findFreePath(connector, `${target}${SUFFIXES[kind]}`));
  }
  return applyEvent(work, file, { event: { kind: 'leftovers_moved' } });
}
