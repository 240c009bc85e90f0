import type { OpenedCredential } from '../../vault/vault.ts';
import type { Connector, OnStep, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { createHttpClient, failureOfStatus, type HttpResponse, readText } from '../http/http-client.ts';
import { contentOf, emptyContent, fileOfHeaders } from '../http/remote-content.ts';
import { isPlainName, nameOf, normalizePath, printable } from '../remote-path.ts';
import { createMultipartWriter } from './multipart-writer.ts';
import { type BucketConfig, createS3Client } from './s3-client.ts';
import { nodesAt, parseXml, textsOf, type XmlNode } from '../http/xml.ts';

export interface BucketAParts {
  readonly config: BucketConfig;
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
}

const PAGE = 1000;

/** S3 and compatible stores, through their REST interface. A folder is a common beginning of keys that ends with `/`. */
export function createBucketAConnector({ config, openCredential, guard, onStep = () => {} }: BucketAParts): Connector {
  const client = createHttpClient({ guard, onStep });
  const send = createS3Client(config, { client, openCredential });
  const base = config.prefix === '' ? '' : `${normalizePath(config.prefix)}/`;
  const keyOf = (path: string) => base + normalizePath(path);

  async function* listFolder(path: string, isRecursive: boolean): AsyncGenerator<RemoteFile> {
    const folder = normalizePath(path);
    const prefix = folder === '' ? base : `${base}${folder}/`;
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        'max-keys': String(PAGE),
        prefix,
        'encoding-type': 'url',
        ...(isRecursive ? {} : { delimiter: '/' }),
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const [page] = nodesAt(
        parseXml(await expectText(await send({ query }), `"${printable(path)}"`)),
        'ListBucketResult',
      );
      if (page === undefined)
        throw new ConnectorFailure('protocol_error', 'The store answered a listing with other XML.');
      for (const entry of nodesAt(page, 'Contents')) {
        const file = toRemoteFile(entry, base);
        if (file !== null) yield file;
      }
      token = textsOf(page, 'IsTruncated')[0] === 'true' ? textsOf(page, 'NextContinuationToken')[0] : undefined;
    } while (token !== undefined);
  }

  async function statKey(path: string): Promise<RemoteFile | null> {
    const response = await send({ method: 'HEAD', key: keyOf(path) });
    response.body.resume();
    if (response.status === 404) return null;
    if (response.status !== 200) throw failureOfStatus(response.status, `"${printable(path)}"`);
    return fileOfHeaders(normalizePath(path), response);
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
    stat: statKey,
    async read(path, { from = 0, ifVersion } = {}) {
      const plain = normalizePath(path);
      const headers = {
        ...(from > 0 ? { range: `bytes=${from}-` } : {}),
        ...(ifVersion === undefined ? {} : { 'if-match': ifVersion }),
      };
      const response = await send({ key: keyOf(path), headers });
      const isWhole = response.status === 200 && from === 0;
      if (isWhole || response.status === 206) {
        return contentOf(fileOfHeaders(plain, response), response);
      }
      response.body.resume();
      const file = response.status === 416 ? await statKey(plain) : null;
      if (file !== null) return emptyContent(file);
      throw failureOfStatus(response.status, `"${printable(plain)}"`);
    },
    write: async (path) => createMultipartWriter(send, keyOf(path)),
    async move(from, to) {
      if ((await statKey(to)) !== null) {
        throw new ConnectorFailure('already_exists', `There is an object at "${printable(to)}" already.`);
      }
      const source = `/${config.bucket}/${keyOf(from)}`.split('/').map(encodeURIComponent).join('/');
      const response = await send({ method: 'PUT', key: keyOf(to), headers: { 'x-amz-copy-source': source } });
      const answer = await expectText(response, `"${printable(from)}"`);
      if (/<Error>/.test(answer))
        throw new ConnectorFailure('protocol_error', `The store could not copy "${printable(from)}".`);
      await this.remove(from);
    },
    async remove(path) {
      const response = await send({ method: 'DELETE', key: keyOf(path) });
      response.body.resume();
      if (response.status >= 300 && response.status !== 404)
        throw failureOfStatus(response.status, `"${printable(path)}"`);
    },
    close: async () => client.close(),
  };
}

async function expectText(response: HttpResponse, named: string): Promise<string> {
  const text = await readText(response);
  if (response.status >= 300) throw failureOfStatus(response.status, named);
  return text;
}

/** Null for the marker of a folder, and for a key that is not a plain path. */
function toRemoteFile(entry: XmlNode, base: string): RemoteFile | null {
  const key = decodeURIComponent((textsOf(entry, 'Key')[0] ?? '').replace(/\+/g, ' '));
  const path = key.slice(base.length);
  if (!key.startsWith(base) || !path.split('/').every(isPlainName)) return null;
  const modified = textsOf(entry, 'LastModified')[0];
  return {
    path,
    name: nameOf(path),
    size: Number(textsOf(entry, 'Size')[0] ?? 0),
    modified: modified === undefined ? null : new Date(modified).toISOString(),
    version: textsOf(entry, 'ETag')[0] ?? '',
  };
}
