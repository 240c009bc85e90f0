import { toConnectorFailure } from '../../connector/database/open-settings.ts';
import type { RowSelection } from '../../connector/database/database-source.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { printable } from '../../connector/remote-path.ts';
import { DatabaseFailure } from '../../base/database/failure.ts';
import { openDatabase } from '../../jobs/integrations/open-database.ts';
import type { Integrations } from '../../jobs/integrations/open-integrations.ts';
import { readFile } from '../../connector/read-file.ts';

/** What a request names as its source: a file of an integration, or rows of a database. */
export type RequestedSource = { readonly integrationId: string } & (
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'rows'; readonly selection: RowSelection }
);

/** A source whose content can be read. */
export interface OpenedSource {
  /** The name for results. */
  readonly fileName: string;
  /** Size in bytes; null if it is not known. */
  readonly expectedBytes: number | null;
  /** The content. A chunk may be overwritten when the next one is requested. Iterating throws ConnectorFailure. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Call it when the content is not read any more. */
  release(): void;
}

/** Opens a source. Throws ConnectorFailure and the errors of Integrations.openConnector(). */
export async function openRequestedSource(
  source: RequestedSource,
  { integrations, signal }: { integrations: Integrations; signal: AbortSignal },
): Promise<OpenedSource> {
  if (source.kind === 'file') return openFile(source, { integrations, signal });
  const { selection } = source;
  const { readRows } = await import('../../connector/database/read-rows.ts');
  const settings = await openDatabase(integrations, source.integrationId);
  return {
    fileName: selection.kind === 'query' ? 'query.csv' : `${printable(selection.table)}.csv`,
    expectedBytes: null,
    chunks: readConverted(readRows(settings, { selection, signal })),
    release() {},
  };
}

async function openFile(
  { integrationId, path }: Extract<RequestedSource, { kind: 'file' }>,
  { integrations, signal }: { integrations: Integrations; signal: AbortSignal },
): Promise<OpenedSource> {
  const { connector, release } = await integrations.openConnector(integrationId);
  try {
    const found = await connector.stat(path);
    if (found === null)
      throw new ConnectorFailure(
        'not_found',
        `There is no file "${printable(path)}" below the root of the integration.`,
      );
    const { name: fileName, size, version } = found;
    return { fileName, expectedBytes: size, chunks: readFile(connector, { path, version, signal }), release };
  } catch (error) {
    release();
    throw error;
  }
}

async function* readConverted(rows: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* rows;
  } catch (error) {
    throw error instanceof DatabaseFailure ? toConnectorFailure(error) : error;
  }
}
