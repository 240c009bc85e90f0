import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { Connector, OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HostGuard } from '../host-guard.ts';
import { createHttpClient, type HttpResponse } from '../http/http-client.ts';
import { createContent, readFileHeaders } from '../http/remote-content.ts';
import { discardBody, readText } from '../http/response-body.ts';
import { findNodes, findText, parseXml, type XmlNode } from '../http/xml.ts';
import type { ListRequest, ObjectPage, ObjectStore, StoredObject } from '../object-store/object-store.ts';
import { createPartWriter } from '../object-store/part-writer.ts';
import { createStoreConnector } from '../object-store/store-connector.ts';
import { type BlobClient, type ContainerConfig, createBlobClient, createBlobFailure } from './blob-client.ts';
import { createBlockUpload } from './block-upload.ts';
import { copyBlob } from './copy-blob.ts';

/** What a connector for a container of Azure Blob Storage needs. */
export interface BlobBParts {
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
export function createBlobBConnector({ config, openCredential, ...parts }: BlobBParts): Connector {
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
