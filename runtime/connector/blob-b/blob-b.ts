import type { OpenedCredential } from '../../vault/vault.ts';
import type { Connector, OnStep, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { createHttpClient, failureOfStatus, type HttpResponse, readText } from '../http/http-client.ts';
import { contentOf, emptyContent, fileOfHeaders } from '../http/remote-content.ts';
import { nodesAt, parseXml, textsOf, type XmlNode } from '../http/xml.ts';
import { isPlainName, nameOf, normalizePath, printable } from '../remote-path.ts';
import { createBlockWriter } from './block-writer.ts';

export interface ContainerConfig {
  /** The URL of the storage account. */
  readonly accountUrl: string;
  readonly container: string;
  /** The beginning of all names, with or without a `/` at its end. */
  readonly prefix: string;
}

export interface BlobBParts {
  readonly config: ContainerConfig;
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
}

export interface BlobRequest {
  readonly method?: string;
  /** Empty: the container. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

export type SendBlob = (request: BlobRequest) => Promise<HttpResponse>;

/** The version of the REST interface; it is the oldest with ranges, conditions and block lists as used here. */
const API_VERSION = '2020-10-02';
const PAGE = 1000;
const COPY_POLL_MS = 500;

/** Azure Blob Storage, through its REST interface and a shared access signature. */
export function createBlobBConnector({ config, openCredential, guard, onStep = () => {} }: BlobBParts): Connector {
  const client = createHttpClient({ guard, onStep });
  const base = config.prefix === '' ? '' : `${normalizePath(config.prefix)}/`;
  const nameInContainer = (path: string) => base + normalizePath(path);

  async function urlOf(name: string, query: Readonly<Record<string, string>> = {}): Promise<URL> {
    const { secret } = await openCredential();
    const path = [config.container, ...(name === '' ? [] : name.split('/'))].map(encodeURIComponent).join('/');
    const url = new URL(`${config.accountUrl.replace(/\/$/, '')}/${path}`);
    url.search = secret['sasToken'] ?? '';
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url;
  }

  const send: SendBlob = async ({ method = 'GET', name = '', query, headers = {}, body }) =>
    client.request({
      method,
      url: (await urlOf(name, query)).href,
      headers: { 'x-ms-version': API_VERSION, 'x-ms-date': new Date().toUTCString(), ...headers },
      ...(body === undefined ? {} : { body }),
    });

  async function* listFolder(path: string, isRecursive: boolean): AsyncGenerator<RemoteFile> {
    const folder = normalizePath(path);
    let marker = '';
    do {
      const query = {
        restype: 'container',
        comp: 'list',
        maxresults: String(PAGE),
        prefix: folder === '' ? base : `${base}${folder}/`,
        ...(isRecursive ? {} : { delimiter: '/' }),
        ...(marker === '' ? {} : { marker }),
      };
      const response = await send({ query });
      const text = await readText(response);
      if (response.status !== 200) throw failureOfStatus(response.status, `"${printable(path)}"`);
      const [page] = nodesAt(parseXml(text), 'EnumerationResults');
      if (page === undefined)
        throw new ConnectorFailure('protocol_error', 'The store answered a listing with other XML.');
      for (const blob of nodesAt(page, 'Blobs', 'Blob')) {
        const file = toRemoteFile(blob, base);
        if (file !== null) yield file;
      }
      marker = textsOf(page, 'NextMarker')[0] ?? '';
    } while (marker !== '');
  }

  async function statBlob(path: string): Promise<RemoteFile | null> {
    const response = await send({ method: 'HEAD', name: nameInContainer(path) });
    response.body.resume();
    if (response.status === 404) return null;
    if (response.status !== 200) throw failureOfStatus(response.status, `"${printable(path)}"`);
    return fileOfHeaders(normalizePath(path), response);
  }

  /** Copies within the container. The store answers when it has begun, so the end is asked for. */
  async function copyBlob(from: string, to: string): Promise<void> {
    const source = (await urlOf(nameInContainer(from))).href;
    const response = await send({
      method: 'PUT',
      name: nameInContainer(to),
      headers: { 'x-ms-copy-source': source, 'if-none-match': '*' },
    });
    response.body.resume();
    if (response.status === 409 || response.status === 412) {
      throw new ConnectorFailure('already_exists', `There is a blob at "${printable(to)}" already.`);
    }
    if (response.status !== 202) throw failureOfStatus(response.status, `"${printable(from)}"`);
    for (let status = response.headers['x-ms-copy-status']; status !== 'success'; ) {
      if (status !== 'pending')
        throw new ConnectorFailure('protocol_error', `The store could not copy "${printable(from)}".`);
      await new Promise((resolve) => setTimeout(resolve, COPY_POLL_MS));
      const asked = await send({ method: 'HEAD', name: nameInContainer(to) });
      asked.body.resume();
      if (asked.status !== 200) throw failureOfStatus(asked.status, `"${printable(to)}"`);
      status = asked.headers['x-ms-copy-status'];
    }
  }

  async function removeBlob(path: string): Promise<void> {
    const response = await send({ method: 'DELETE', name: nameInContainer(path) });
    response.body.resume();
    if (response.status >= 300 && response.status !== 404)
      throw failureOfStatus(response.status, `"${printable(path)}"`);
  }

  return {
    capabilities: {
      canResume: true,
      hasExactVersions: true,
      isWriteAtomic: true,
      canWrite: true,
      canMove: true,
      canRemove: true,
    },
    async *list(path, { pattern = '*', isRecursive = false } = {}) {
      const matches = compileFilePattern(pattern);
      for await (const file of listFolder(path, isRecursive)) if (matches(file.name)) yield file;
    },
    stat: statBlob,
    async read(path, { from = 0, ifVersion } = {}) {
      const plain = normalizePath(path);
      const headers = {
        ...(from > 0 ? { 'x-ms-range': `bytes=${from}-` } : {}),
        ...(ifVersion === undefined ? {} : { 'if-match': ifVersion }),
      };
      const response = await send({ name: nameInContainer(path), headers });
      if ((response.status === 200 && from === 0) || response.status === 206) {
        return contentOf(fileOfHeaders(plain, response), response);
      }
      response.body.resume();
      const file = response.status === 416 ? await statBlob(plain) : null;
      if (file !== null) return emptyContent(file);
      throw failureOfStatus(response.status, `"${printable(plain)}"`);
    },
    write: async (path) => createBlockWriter(send, nameInContainer(path)),
    async move(from, to) {
      await copyBlob(from, to);
      await removeBlob(from);
    },
    remove: removeBlob,
    close: async () => client.close(),
  };
}

/** Null for a name that is not a plain path. */
function toRemoteFile(blob: XmlNode, base: string): RemoteFile | null {
  const name = textsOf(blob, 'Name')[0] ?? '';
  const path = name.slice(base.length);
  if (!name.startsWith(base) || !path.split('/').every(isPlainName)) return null;
  const modified = textsOf(blob, 'Properties', 'Last-Modified')[0];
  const etag = textsOf(blob, 'Properties', 'Etag')[0] ?? '';
  return {
    path,
    name: nameOf(path),
    size: Number(textsOf(blob, 'Properties', 'Content-Length')[0] ?? 0),
    modified: modified === undefined ? null : new Date(modified).toISOString(),
    // A listing leaves out the quotes that the header has.
    version: etag.startsWith('"') ? etag : `"${etag}"`,
  };
}
