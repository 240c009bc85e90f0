import type { Connector } from '../../connector/connector.ts';
import { FileGone, NoSuchRun } from '../../runs/failures.ts';
import type { StoredFile } from '../../store/job-file-store.ts';
import { fillTemplate } from '../definition/path-template.ts';
import type { FileWork } from '../work/work.ts';

/** Writes the records that a run did not publish, if the job wants them and there are any. Replaces an earlier file. */
export async function writeRejects(work: FileWork, file: StoredFile): Promise<void> {
  const { job, services, connector, signal } = work;
  const { rejects } = job.definition.then;
  if (rejects === null || file.runId === null) return;
  try {
    const chunks = services.runs.rejects(file.runId, signal);
    await writeFile(connector, fillTemplate(rejects.path, valuesOf(work, file)), chunks);
  } catch (error) {
    // The spooled file was removed with its run, or is too old. There is nothing left to write.
    if (!(error instanceof FileGone || error instanceof NoSuchRun)) throw error;
    services.log.warn('job_rejects_gone', { job: job.definition.name, file: file.path, runId: file.runId });
  }
}

/** Writes the file `NAME.reason.json` beside a failed file, if the job wants it. Replaces an earlier one. */
export async function writeReason(work: FileWork, file: StoredFile): Promise<void> {
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
  await writeFile(work.connector, `${file.location}.reason.json`, [bytes]);
}

/** Writes a file with these chunks. Without a chunk, writes nothing. */
async function writeFile(
  connector: Connector,
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  let writer: Awaited<ReturnType<Connector['write']>> | null = null;
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
