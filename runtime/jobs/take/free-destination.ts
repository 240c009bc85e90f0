import type { Destination } from '../../base/model/destination.ts';
import type { JobSources } from '../definition/job-sources.ts';
import { findFreePath } from './numbered-path.ts';

/**
 * Returns the destination of another run that publishes where an earlier one did. A file gets a path at which there is none.
 * Throws the errors of the destination.
 */
export async function freeDestination(
  destination: Destination,
  integrations: Pick<JobSources, 'openConnector'>,
): Promise<Destination> {
  if (destination.kind !== 'file') return destination;
  const { connector, release } = await integrations.openConnector(destination.integrationId);
  try {
    return { ...destination, path: await findFreePath(connector, destination.path) };
  } finally {
    release();
  }
}
