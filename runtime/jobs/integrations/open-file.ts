import type { RemoteWriter } from '../../connector/connector.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { removeTemporaryFiles } from '../../connector/temporary-file.ts';
import type { OpenIntegration, Integrations } from './open-integrations.ts';
import { toRunError } from './run-error.ts';

/** Where a run writes its file. */
export interface FilePlace {
  readonly integrationId: string;
  readonly path: string;
}

/**
 * Returns the function that opens the files of runs. It and the methods of its files throw RunFailure if the run can
 * never be continued, and RunPause if it may be continued later. With `isRepeated`, temporary files that an earlier
 * attempt has left are removed.
 */
export function createOpenFile(
  integrations: Pick<Integrations, 'openConnector'>,
): (place: FilePlace, options: { isRepeated: boolean }) => Promise<RemoteWriter> {
  return async ({ integrationId, path }, { isRepeated }) => {
    const lease = await forRun(() => integrations.openConnector(integrationId));
    try {
      const writer = await forRun(() => openWriter(lease, path, isRepeated));
      return {
        write: (bytes) => forRun(() => writer.write(bytes)),
        async commit() {
          await forRun(() => writer.commit());
          lease.release();
        },
        async abort() {
          await writer.abort();
          lease.release();
        },
      };
    } catch (error) {
      lease.release();
      throw error;
    }
  };
}

async function openWriter(
  { connector, integration }: OpenIntegration,
  path: string,
  isRepeated: boolean,
): Promise<RemoteWriter> {
  if (!connector.capabilities.canWrite)
    throw new ConnectorFailure('not_supported', `The integration "${integration.name}" cannot write files.`);
  if (isRepeated) await removeTemporaryFiles(connector, path);
  return connector.write(path);
}

async function forRun<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toRunError(error, 'destination');
  }
}
