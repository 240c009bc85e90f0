import type { FileState } from '../../base/model/file-state.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import { followRun } from './follow-run.ts';
import { runKeyOf } from './run-key.ts';
import { publishOrder } from './publish-order.ts';
import { applyEvent, type FileWork } from '../work/work.ts';

type RecoverWork = Omit<FileWork, 'connector'>;

const UNFINISHED: readonly FileState[] = ['taken', 'running'];

/**
 * Completes what an earlier process has left: a claimed file whose run exists is linked with it, one without a run waits
 * again, and runs are followed to their end. Needs no connection to the source.
 */
export async function recoverFiles(work: RecoverWork): Promise<void> {
  const { job, services } = work;
  for (let after = 0; ; ) {
    const page = await services.tables.files.inStates(job.id, UNFINISHED, after);
    for (const file of page) await recoverFile(work, file);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}

async function recoverFile(work: RecoverWork, file: StoredFile): Promise<void> {
  const row = file.state === 'taken' ? await recoverTaken(work, file) : file;
  if (row.state === 'running') await followRun(work, row);
}

/** A `taken` file with an order has a run already, whose rejects are to be published. */
function recoverTaken(work: RecoverWork, file: StoredFile): Promise<StoredFile> {
  const { rejectsOrder: order } = file;
  return order === null ? findRun(work, file) : publishOrder(work, file, { order });
}

async function findRun(work: RecoverWork, file: StoredFile): Promise<StoredFile> {
  const { job, services } = work;
  const found = await services.runs.findByKey(runKeyOf(job, file));
  if (found === null) {
    const reason = { code: 'interrupted', message: 'The service ended while the file was read.' };
    return applyEvent(work, file, { event: { kind: 'interrupted', reason } });
  }
  const { runId, specName: spec, fileSha256: sha256 } = found;
  return applyEvent(work, file, { event: { kind: 'accepted', runId, spec, sha256 } });
}
