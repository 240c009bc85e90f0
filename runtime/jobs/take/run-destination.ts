import type { Destination, FileDestination } from '../../base/model/destination.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { JobDestination } from '../definition/job-definition.ts';
import { fillTemplate } from '../definition/path-template.ts';
import { JobFailure } from '../work/failures.ts';
import type { FileWork } from '../work/work.ts';
import { findFreePath } from './numbered-path.ts';

type DestinationWork = Pick<FileWork, 'job' | 'services'>;

/**
 * Returns the destination of the run of a file. A file as destination gets a path at which there is none. Throws
 * JobFailure if the integration does not exist any more, and the errors of the destination.
 */
export async function toRunDestination(work: DestinationWork, file: StoredFile): Promise<Destination> {
  const { to, options } = work.job.definition;
  switch (to.kind) {
    case 'topic':
      return { kind: 'topic', topic: to.topic, deadLetterTopic: options.deadLetterTopic };
    case 'table':
      return { kind: 'table', integrationId: await findIntegration(work, to), table: to.table, key: to.key };
    case 'file':
      return toFileDestination(work, file, to);
    default:
      return to satisfies never;
  }
}

async function toFileDestination(
  work: DestinationWork,
  file: StoredFile,
  to: Extract<JobDestination, { kind: 'file' }>,
): Promise<FileDestination> {
  const { job, services } = work;
  const integrationId = await findIntegration(work, to);
  const at = file.takenAt ?? services.now();
  const wanted = fillTemplate(to.path, { name: file.name, job: job.definition.name, at, run: '' });
  const { connector, release } = await services.sources.openConnector(integrationId);
  try {
    return { kind: 'file', integrationId, path: await findFreePath(connector, wanted), format: to.format };
  } finally {
    release();
  }
}

async function findIntegration(
  { services: { sources } }: DestinationWork,
  { integration: name }: { integration: string },
): Promise<string> {
  const integration = await sources.find(name);
  if (integration !== null) return integration.id;
  const message = `There is no integration with the name or id "${name}".`;
  throw new JobFailure({ code: 'integration_not_found', message });
}
