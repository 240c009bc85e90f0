import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { Connector, OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HostGuard } from '../host-guard.ts';
import { createHttpClient, type HttpResponse } from '../http/http-client.ts';
import { createContent, readFileHeaders } from '../http/remote-content.ts';
import { discardBody, readText } from '../http/response-body.ts';
import { findNodes, findText, parseXml, type XmlNode } from '../http/xml.ts';
import type { ListRequest, ObjectPage, ObjectStore, StoredObject } from '../object-store/object-store.ts';
import { createPartWriter, PART_BYTES, type PartUpload } from '../object-store/part-writer.ts';
import { createStoreConnector } from '../object-store/store-connector.ts';
import {
  type BlobClient,
  type ContainerConfig,
  createBlobClient,
  createBlobFailure,
  type BlobRequest,
} from './blob-client.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from '../remote-path.ts';

/** What a connector for a container of Azure Blob Storage needs. */
export interface AzureBlobParts {
  readonly config: ContainerConfig;
  /** Returns the current version of the credential. It is called for each request. */
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
  /** Maximum time to wait for a response, in milliseconds. */
  readonly timeoutMs?: number;
  /** Certificates of authorities in PEM, instead of those of the system. */
  readonly ca?: string;
}

/**
 * Creates a connector for Azure Blob Storage, with its REST interface and a shared access signature. The version of a
 * file is its ETag.
 */
export function createAzureBlobConnector({ config, openCredential, ...parts }: AzureBlobParts): Connector {
  const http = createHttpClient(parts);
  const client = createBlobClient(config, { client: http, openCredential });
  const store: ObjectStore = {
    listPage: (request) => listPage(client, request),
    async stat(name) {
      const response = await client.send({ method: 'HEAD', name });
      if (response.status !== 200 && response.status !== 404) throw createBlobFailure(response, name);
      discardBody(response);
      return response.status === 404 ? null : readHeaders(name, response);
    },
    async open(name, { path, from, ifVersion }) {
      const headers = {
        ...(from > 0 ? { 'x-ms-range': `bytes=${from}-` } : {}),
        ...(ifVersion === undefined ? {} : { 'if-match': ifVersion }),
      };
      const response = await client.send({ name, headers, isContent: true });
      if (response.status === 200 || response.status === 206)
        return createContent(readFileHeaders(path, response), response, { ...parts, from, ifVersion });
      if (response.status !== 416) throw createBlobFailure(response, name);
      discardBody(response);
      return null;
    },
    write: (name) => createPartWriter(createBlockUpload(client, name)),
    copy: (from, to) => copyBlob(client, from, to),
    async remove(name, ifVersion) {
      const headers = ifVersion === undefined ? {} : { 'if-match': ifVersion };
      const response = await client.send({ method: 'DELETE', name, headers });
      if (response.status >= 300 && response.status !== 404) throw createBlobFailure(response, name);
      discardBody(response);
    },
    close: () => http.close(),
  };
  return createStoreConnector(store, config.prefix);
}

async function listPage(client: BlobClient, { prefix, isRecursive, marker }: ListRequest): Promise<ObjectPage> {
  const query = {
    restype: 'container',
    comp: 'list',
    maxresults: '1000',
    prefix,
    ...(isRecursive ? {} : { delimiter: '/' }),
    ...(marker === null ? {} : { marker }),
  };
  const response = await client.send({ query });
  if (response.status !== 200) throw createBlobFailure(response);
  const [page] = findNodes(parseXml(await readText(response)), 'EnumerationResults');
  if (page === undefined)
    throw new ConnectorFailure('protocol_error', 'The store answered with something else than a listing.');
  return {
    objects: findNodes(page, 'Blobs', 'Blob').map(readObject),
    next: findText(page, 'NextMarker') || null,
  };
}

function readHeaders(name: string, response: HttpResponse): StoredObject {
  const { size, modified, version } = readFileHeaders(name, response);
  return { name, size, modified, version, checksum: response.headers['content-md5'] ?? null };
}

function readObject(blob: XmlNode): StoredObject {
  const textOf = (name: string) => findText(blob, 'Properties', name) ?? '';
  const modified = Date.parse(textOf('Last-Modified'));
  const etag = textOf('Etag');
  return {
    // The name of a blob with characters that XML forbids has an attribute, and is omitted.
    name: findText(blob, 'Name') ?? '',
    size: Number(textOf('Content-Length')),
    modified: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    // In a listing, the ETag has no quotes.
    version: etag.startsWith('"') ? etag : `"${etag}"`,
    checksum: textOf('Content-MD5') || null,
  };
}

/** Blocks double every 5,000: a blob may have 50,000 blocks. */
const BLOCKS_BEFORE_GROWTH = 5000;

/**
 * Creates an upload: one request if the blob is small, otherwise blocks. A blob of blocks appears when the list of its
 * blocks is sent. The store removes blocks without a list after a week.
 */
function createBlockUpload({ send }: BlobClient, name: string): PartUpload {
  const ids: string[] = [];

  async function put(request: BlobRequest): Promise<void> {
    const response = await send({ method: 'PUT', name, ...request });
    if (response.status !== 201) throw createBlobFailure(response, name);
    discardBody(response);
  }

  async function sendPart(body: Uint8Array, index: number): Promise<void> {
    // All ids of a blob have the same length.
    const id = Buffer.from(String(index).padStart(8, '0')).toString('base64');
    await put({ query: { comp: 'block', blockid: id }, body });
    ids.push(id);
  }

  return {
    partBytes: (index) => PART_BYTES * 2 ** Math.floor(index / BLOCKS_BEFORE_GROWTH),
    sendPart,
    async complete(rest, count) {
      if (count === 0) {
        await put({ headers: { 'x-ms-blob-type': 'BlockBlob' }, body: rest });
        return;
      }
      await sendPart(rest, count);
      const list = ids.map((id) => `<Latest>${id}</Latest>`).join('');
      const body = `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`;
      await put({ query: { comp: 'blocklist' }, body });
    },
    // Blocks without a list cannot be removed.
    abort: async () => {},
  };
}

const POLL_MS = 500;
const MAX_COPY_MS = 3_600_000;

/**
 * Copies a blob within the container, unless there is a blob at `to`. The store reports when it has started, so the end
 * is polled. Throws ConnectorFailure, with the code `already_exists` if there is a blob at `to`.
 */
async function copyBlob(client: BlobClient, from: StoredObject, to: string): Promise<void> {
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
