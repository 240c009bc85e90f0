import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorFailure } from '../failure.ts';
import { discardBody } from '../http/response-body.ts';
import type { StoredObject } from '../object-store/object-store.ts';
import { printable } from '../remote-path.ts';
import { type BlobClient, createBlobFailure } from './blob-client.ts';

const POLL_MS = 500;
const MAX_COPY_MS = 3_600_000;

/**
 * Copies a blob within the container, unless there is a blob at `to`. The store reports when it has started, so the end
 * is polled. Throws ConnectorFailure, with the code `already_exists` if there is a blob at `to`.
 */
export async function copyBlob(client: BlobClient, from: StoredObject, to: string): Promise<void> {
  const response = await client.send({
    method: 'PUT',
    name: to,
    headers: {
      'x-ms-copy-source': await client.createSignedUrl(from.name),
      'x-ms-source-if-match': from.version,
      'if-none-match': '*',
    },
  });
  const code = response.headers['x-ms-error-code'];
  if (code === 'BlobAlreadyExists' || code === 'TargetConditionNotMet') {
    discardBody(response);
    throw new ConnectorFailure('already_exists', `There is a blob at "${printable(to)}" already.`);
  }
  if (response.status !== 202) throw createBlobFailure(response, from.name);
  discardBody(response);
  await waitForCopy(client, { name: to, first: response.headers['x-ms-copy-status'] });
}

async function waitForCopy(client: BlobClient, { name, first }: { name: string; first?: string | undefined }) {
  const deadline = Date.now() + MAX_COPY_MS;
  for (let status = first; status !== 'success'; ) {
    if (status !== 'pending' || Date.now() > deadline)
      throw new ConnectorFailure('protocol_error', `The store did not complete the copy "${printable(name)}".`);
    await sleep(POLL_MS);
    const response = await client.send({ method: 'HEAD', name });
    if (response.status !== 200) throw createBlobFailure(response, name);
    discardBody(response);
    status = response.headers['x-ms-copy-status'];
  }
}
