import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { Connector, OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HostGuard } from '../host-guard.ts';
import { createHttpClient } from '../http/http-client.ts';
import { createContent } from '../http/remote-content.ts';
import { discardBody } from '../http/response-body.ts';
import type { ListRequest, ObjectPage, ObjectStore, StoredObject } from '../object-store/object-store.ts';
import { createPartWriter } from '../object-store/part-writer.ts';
import { createStoreConnector } from '../object-store/store-connector.ts';
import { nameOf, printable } from '../remote-path.ts';
import { createResumableUpload } from './resumable-upload.ts';
import {
  createStorageClient,
  createStorageFailure,
  expectJson,
  type SendStorage,
  type StorageConfig,
} from './storage-client.ts';

/** What a connector for a bucket of Google Cloud Storage needs. */
export interface GcsParts {
  readonly config: StorageConfig;
  /** Returns the current version of the credential. It is called for each request. */
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
  /** Maximum time to wait for a response, in milliseconds. */
  readonly timeoutMs?: number;
  /** Certificates of authorities in PEM, instead of those of the system. */
  readonly ca?: string;
}

/** The members of an object that are requested (JSON API v1, Objects). */
interface ObjectResource {
  readonly name: string;
  readonly size?: string;
  readonly updated?: string;
  readonly generation?: string;
  readonly crc32c?: string;
}

const FIELDS = 'name,size,updated,generation,crc32c';

/** Creates a connector for Google Cloud Storage, with its JSON interface. The version of a file is its generation. */
export function createGcsConnector({ config, openCredential, ...parts }: GcsParts): Connector {
  const client = createHttpClient(parts);
  const send = createStorageClient(config, { client, openCredential });
  const inService = `/b/${encodeURIComponent(config.bucket)}/o`;
  const objects = `/storage/v1${inService}`;
  const pathOf = (name: string) => `${objects}/${encodeURIComponent(name)}`;

  async function statObject(name: string): Promise<StoredObject | null> {
    const response = await send({ path: pathOf(name), query: { fields: FIELDS } });
    if (response.status !== 404) return readObject(await expectJson<ObjectResource>(response, name));
    discardBody(response);
    return null;
  }

  const store: ObjectStore = {
    listPage: (request) => listPage(send, objects, request),
    stat: statObject,
    async open(name, { path, from, ifVersion }) {
      const object = await statObject(name);
      if (object === null) throw new ConnectorFailure('not_found', `There is no "${printable(path)}".`);
      const { size, modified, version } = object;
      const changed = new ConnectorFailure('source_changed', `"${printable(path)}" has another version by now.`);
      if (ifVersion !== undefined && version !== ifVersion) throw changed;
      if (from >= size) return null;
      // Because of the generation, the bytes are those of the version above. Without "gzip", the store decompresses
      // objects that have the content encoding gzip.
      const response = await send({
        path: pathOf(name),
        query: { alt: 'media', generation: version },
        headers: { 'accept-encoding': 'gzip', ...(from > 0 ? { range: `bytes=${from}-` } : {}) },
        isContent: true,
      });
      if (response.status === 200 || response.status === 206)
        return createContent({ path, name: nameOf(path), size, modified, version }, response, { ...parts, from });
      const failure = createStorageFailure(response, name);
      // After the object was replaced, its old generation does not exist.
      throw failure.code === 'not_found' ? changed : failure;
    },
    write: (name) => createPartWriter(createResumableUpload({ send, objects, name })),
    copy(from, to) {
      const path = `${pathOf(from.name)}/rewriteTo${inService}/${encodeURIComponent(to)}`;
      return rewriteObject(send, { from, to, path });
    },
    async remove(name, ifVersion) {
      const query: Record<string, string> = ifVersion === undefined ? {} : { ifGenerationMatch: ifVersion };
      const response = await send({ method: 'DELETE', path: pathOf(name), query });
      if (response.status >= 300 && response.status !== 404) throw createStorageFailure(response, name);
      discardBody(response);
    },
    close: () => client.close(),
  };
  return createStoreConnector(store, config.prefix);
}

async function listPage(
  send: SendStorage,
  objects: string,
  { prefix, isRecursive, marker }: ListRequest,
): Promise<ObjectPage> {
  const query = {
    maxResults: '1000',
    prefix,
    fields: `nextPageToken,items(${FIELDS})`,
    ...(isRecursive ? {} : { delimiter: '/' }),
    ...(marker === null ? {} : { pageToken: marker }),
  };
  const response = await send({ path: objects, query });
  const page = await expectJson<{ items?: ObjectResource[]; nextPageToken?: string }>(response);
  return { objects: (page.items ?? []).map(readObject), next: page.nextPageToken || null };
}

function readObject({ name, size = '0', updated = '', generation = '', crc32c }: ObjectResource): StoredObject {
  const modified = Date.parse(updated);
  return {
    name,
    size: Number(size),
    modified: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    version: generation,
    checksum: crc32c ?? null,
  };
}

/** Maximum time of one request; the store copies as much as it can in half a minute. */
const TIMEOUT_MS = 120_000;

/** A copy within a bucket. `path` is that of the request (JSON API v1, Objects: rewrite). */
interface RewriteRequest {
  readonly from: StoredObject;
  readonly to: string;
  readonly path: string;
}

/**
 * Copies an object, unless there is an object at `to`. A large object takes several requests. Throws ConnectorFailure,
 * with the code `already_exists` if there is an object at `to`, and `source_changed` if `from` was replaced.
 */
async function rewriteObject(send: SendStorage, { from, to, path }: RewriteRequest): Promise<void> {
  let rewriteToken: string | undefined;
  do {
    const response = await send({
      method: 'POST',
      path,
      query: {
        ifGenerationMatch: '0',
        sourceGeneration: from.version,
        ...(rewriteToken === undefined ? {} : { rewriteToken }),
      },
      headers: { 'content-type': 'application/json' },
      body: '{}',
      timeoutMs: TIMEOUT_MS,
    });
    if (response.status === 412) {
      discardBody(response);
      throw new ConnectorFailure('already_exists', `There is an object at "${printable(to)}" already.`);
    }
    const answer = await expectJson<{ done?: boolean; rewriteToken?: string }>(response, from.name);
    rewriteToken = answer.done === true ? undefined : answer.rewriteToken;
  } while (rewriteToken !== undefined);
}
