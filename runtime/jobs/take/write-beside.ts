import { nameWithoutTotals } from '../../base/model/left-out-totals.ts';
import type { RemoteWriter } from '../../connector/connector.ts';
import { removeTemporaryFiles } from '../../connector/temporary-file.ts';
import { FileGone, MaskKeyLost, NoSuchRun } from '../../runs/failures.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import { fillTemplate } from '../definition/path-template.ts';
import type { FileWork } from '../work/work.ts';

/** A file beside which something is written. */
export interface Beside {
  readonly file: StoredFile;
  /** Whether an earlier attempt, perhaps of a killed process, may have left a temporary file. */
  readonly isRepeated: boolean;
}

/** Writes the records that a run did not publish, if the job wants them and there are any. Replaces an earlier file. */
export async function writeRejects(work: FileWork, { file, isRepeated }: Beside): Promise<void> {
  const { job, services, signal } = work;
  const { rejects } = job.definition.then;
  if (rejects === null || file.runId === null) return;
  try {
    const chunks = services.runs.rejects(file.runId, signal);
    const path = fillTemplate(rejects.path, valuesOf(work, file));
    const leavesOut = (await services.runs.find(file.runId))?.rejectsWithout !== undefined;
    await writeFile(work, { path: leavesOut ? nameWithoutTotals(path) : path, chunks, isRepeated });
  } catch (error) {
    // The spooled file was removed with its run, or is too old, or the key of a mask has another secret since then.
    if (!(error instanceof FileGone || error instanceof NoSuchRun || error instanceof MaskKeyLost)) throw error;
    services.log.warn('job_rejects_gone', { job: job.definition.name, file: file.path, runId: file.runId });
  }
}

/** Writes the file `NAME.reason.json` beside a failed file, if the job wants it. Replaces an earlier one. */
export async function writeReason(work: FileWork, { file, isRepeated }: Beside): Promise<void> {
  if (work.job.definition.then.failed?.reason !== true) return;
  const { job } = work;
  const reason = {
    job: job.definition.name,
    file: file.path,
    size: file.size,
    sha256: file.sha256,
    spec: file.spec,
    runId: file.runId,
    code: file.reason?.code ?? 'failed',
    message: file.reason?.message ?? '',
    failedAt: new Date(file.finishedAt ?? work.services.now()).toISOString(),
  };
  const bytes = new TextEncoder().encode(`${JSON.stringify(reason, null, 2)}\n`);
  await writeFile(work, { path: `${file.location}.reason.json`, chunks: [bytes], isRepeated });
}

/** Writes a file with these chunks. Without a chunk, writes nothing. */
async function writeFile(
  { connector }: FileWork,
  {
    path,
    chunks,
    isRepeated,
  }: { path: string; chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; isRepeated: boolean },
): Promise<void> {
  if (isRepeated) await removeTemporaryFiles(connector, path);
  let writer: RemoteWriter | null = null;
  try {
    for await (const chunk of chunks) await (writer ??= await connector.write(path)).write(chunk);
    await writer?.commit();
  } catch (error) {
    await writer?.abort();
    throw error;
  }
}

function valuesOf({ job, services }: FileWork, file: StoredFile) {
  const at = file.takenAt ?? services.now();
  return { name: file.name, job: job.definition.name, at, run: file.runId ?? '' };
}
