import type { StoredFile } from '../state/store/job-file-store.ts';
import { CannotRetry } from './job-failures.ts';
import type { RunnerParts } from './job-runner.ts';
import { applyEvent } from './work/work.ts';

/**
 * Makes a failed or quarantined file wait for another run, wherever it is now. Throws CannotRetry if the file is in
 * another state or does not exist any more, and the errors of the source.
 */
export async function retryFile({ job, services, sources }: RunnerParts, file: StoredFile): Promise<StoredFile> {
  if (file.state !== 'failed' && file.state !== 'quarantined')
    throw new CannotRetry(`the file is ${file.state}. Only a file that is failed or quarantined can be tried again`);
  if (file.isThenPending) throw new CannotRetry('the file is still being moved. Try again when that is complete');
  const { connector, release } = await sources.openConnector(job.definition.source.integration);
  try {
    const found = await connector.stat(file.location);
    if (found === null) throw new CannotRetry('the file is not at its place any more');
    const modified = found.modified === null ? null : Date.parse(found.modified);
    const event = { kind: 'retried' as const, size: found.size, modified, version: found.version };
    return await applyEvent({ job, services }, file, { event });
  } finally {
    release();
  }
}
