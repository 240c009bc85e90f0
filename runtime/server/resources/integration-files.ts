import type { RemoteFile } from '../../connector/connector.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { orNull, type ParameterValues, text, wholeNumber, withDefault } from '../api/parameter.ts';
import { requireSources } from '../http/require-sources.ts';
import { json } from '../http/respond.ts';
import type { Services } from '../http/services.ts';

/** The query parameters of GET /integrations/{id}/files. */
export const fileFilters = {
  path: withDefault('', text('A folder below the root of the integration. Default: the root.', { example: 'in' })),
  pattern: orNull(
    text('Lists only files whose names match: `*`, `?`, `[a-z]`, `{a,b}`.', { example: '*.csv', maxLength: 500 }),
  ),
  limit: withDefault(1000, wholeNumber('How many files to list.', { min: 1, max: 10_000, example: 100 })),
};

/** How long a listing may take, in milliseconds: a folder can contain any number of files that do not match. */
const LIST_MS = 60_000;

/** GET /integrations/{id}/files: files of a folder, in the order of the remote system. */
export async function listFiles(
  { signal }: Request,
  services: Services,
  { id = '' }: Readonly<Record<string, string>>,
  { path, pattern, limit }: ParameterValues<typeof fileFilters>,
): Promise<Response> {
  const { connector, release } = await requireSources(services).integrations.openConnector(id);
  const deadline = Date.now() + LIST_MS;
  const files: RemoteFile[] = [];
  try {
    for await (const file of connector.list(path, pattern === null ? {} : { pattern })) {
      files.push(file);
      if (files.length === limit || signal.aborted) break;
      if (Date.now() > deadline)
        throw new ConnectorFailure('timed_out', `The listing took more than ${LIST_MS / 1000} s.`);
    }
  } finally {
    release();
  }
  return json(files);
}
