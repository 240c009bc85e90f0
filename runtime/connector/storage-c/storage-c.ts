import type { OpenedCredential } from '../../vault/vault.ts';
import type { Connector, OnStep, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { createHttpClient, failureOfStatus, type HttpResponse, readText } from '../http/http-client.ts';
import { contentOf, emptyContent } from '../http/remote-content.ts';
import { isPlainName, nameOf, normalizePath, printable } from '../remote-path.ts';
import { createTokenSource } from './access-token.ts';
import { createResumableWriter } from './resumable-writer.ts';

export interface StorageConfig {
  readonly bucket: string;
  /** The beginning of all names, with or without a `/` at its end. */
  readonly prefix: string;
  /** By default that of Google Cloud Storage. */
  readonly endpoint?: string;
}

export interface StorageCParts {
  readonly config: StorageConfig;
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
}

/** The members of an object that are asked for (JSON API v1). */
interface ObjectResource {
  readonly name: string;
  readonly size: string;
  readonly updated?: string;
  readonly generation: string;
}

const DEFAULT_ENDPOINT = 'https://storage.googleapis.com';
const PAGE = 1000;

/** Google Cloud Storage, through its JSON interface. The version of a file is its generation. */
export function createStorageCConnector({
  config,
  openCredential,
  guard,
  onStep = () => {},
}: StorageCParts): Connector {
  const client = createHttpClient({ guard, onStep });
  const token = createTokenSource(client, openCredential);
  const base = config.prefix === '' ? '' : `${normalizePath(config.prefix)}/`;
  const endpoint = (config.endpoint ?? DEFAULT_ENDPOINT).replace(/\/$/, '');
  const objects = `/storage/v1/b/${encodeURIComponent(config.bucket)}/o`;
  const objectPath = (path: string) => `${objects}/${encodeURIComponent(base + normalizePath(path))}`;

  async function send(
    path: string,
    {
      method = 'GET',
      query = {},
      headers = {},
      body,
    }: { method?: string; query?: Record<string, string>; headers?: Record<string, string>; body?: string } = {},
  ): Promise<HttpResponse> {
    const url = new URL(endpoint + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const authorized = { ...headers, authorization: `Bearer ${await token()}` };
    return client.request({ method, url: url.href, headers: authorized, ...(body === undefined ? {} : { body }) });
  }

  async function expectJson<T>(response: HttpResponse, path: string): Promise<T> {
    const text = await readText(response);
    if (response.status >= 300) throw failureOfStatus(response.status, `"${printable(path)}"`);
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new ConnectorFailure('protocol_error', 'The store answered with something else than JSON.');
    }
  }

  async function* listFolder(path: string, isRecursive: boolean): AsyncGenerator<RemoteFile> {
    const folder = normalizePath(path);
    let pageToken: string | undefined;
    do {
      const query = {
        maxResults: String(PAGE),
        prefix: folder === '' ? base : `${base}${folder}/`,
        fields: 'nextPageToken,items(name,size,updated,generation)',
        ...(isRecursive ? {} : { delimiter: '/' }),
        ...(pageToken === undefined ? {} : { pageToken }),
      };
      const page = await expectJson<{ items?: ObjectResource[]; nextPageToken?: string }>(
        await send(objects, { query }),
        path,
      );
      for (const item of page.items ?? []) {
        const file = toRemoteFile(item, base);
        if (file !== null) yield file;
      }
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }

  async function statObject(path: string): Promise<RemoteFile | null> {
    const response = await send(objectPath(path), { query: { fields: 'name,size,updated,generation' } });
    if (response.status === 404) {
      response.body.resume();
      return null;
    }
    return toRemoteFile(await expectJson<ObjectResource>(response, path), base);
  }

  async function removeObject(path: string): Promise<void> {
    const response = await send(objectPath(path), { method: 'DELETE' });
    response.body.resume();
    if (response.status >= 300 && response.status !== 404)
      throw failureOfStatus(response.status, `"${printable(path)}"`);
  }

  /** Copies within the bucket. A large object takes several requests, each of which goes on from the token of the last. */
  async function copyObject(from: string, to: string): Promise<void> {
    const path = `${objectPath(from)}/rewriteTo/b/${encodeURIComponent(config.bucket)}/o/${encodeURIComponent(base + normalizePath(to))}`;
    let rewriteToken: string | undefined;
    do {
      const query = { ifGenerationMatch: '0', ...(rewriteToken === undefined ? {} : { rewriteToken }) };
      const response = await send(path, {
        method: 'POST',
        query,
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      if (response.status === 412) {
        response.body.resume();
        throw new ConnectorFailure('already_exists', `There is an object at "${printable(to)}" already.`);
      }
      const answer = await expectJson<{ done: boolean; rewriteToken?: string }>(response, from);
      rewriteToken = answer.done ? undefined : answer.rewriteToken;
    } while (rewriteToken !== undefined);
  }

  async function startSession(path: string): Promise<string> {
    const upload = `/upload${objects}`;
    const query = { uploadType: 'resumable', name: base + normalizePath(path) };
    const response = await send(upload, {
      method: 'POST',
      query,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    response.body.resume();
    const { location } = response.headers;
    if (response.status !== 200 || location === undefined)
      throw failureOfStatus(response.status, `"${printable(path)}"`);
    return new URL(location, endpoint).href;
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
    stat: statObject,
    async read(path, { from = 0, ifVersion } = {}) {
      const file = await statObject(path);
      if (file === null) throw new ConnectorFailure('not_found', `There is no "${printable(path)}".`);
      if (ifVersion !== undefined && file.version !== ifVersion) {
        throw new ConnectorFailure('source_changed', `"${printable(path)}" changed meanwhile.`);
      }
      if (from >= file.size) return emptyContent(file);
      // The generation is part of the request, so the bytes are those of the file that was asked for.
      const query = { alt: 'media', generation: file.version };
      const response = await send(objectPath(path), { query, headers: from > 0 ? { range: `bytes=${from}-` } : {} });
      if ((response.status === 200 && from === 0) || response.status === 206) return contentOf(file, response);
      response.body.resume();
      // A replaced object is gone under its old generation.
      throw response.status === 404
        ? new ConnectorFailure('source_changed', `"${printable(path)}" changed meanwhile.`)
        : failureOfStatus(response.status, `"${printable(path)}"`);
    },
    write: async (path) => createResumableWriter(client, () => startSession(path)),
    async move(from, to) {
      await copyObject(from, to);
      await removeObject(from);
    },
    remove: removeObject,
    close: async () => client.close(),
  };
}

/** Null for the marker of a folder, and for a name that is not a plain path. */
function toRemoteFile({ name, size, updated, generation }: ObjectResource, base: string): RemoteFile | null {
  const path = name.slice(base.length);
  if (!name.startsWith(base) || !path.split('/').every(isPlainName)) return null;
  const modified = updated === undefined ? null : new Date(updated).toISOString();
  return { path, name: nameOf(path), size: Number(size), modified, version: generation };
}
