import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { Connector, OnStep, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../../base/files/file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { createStatusFailure } from '../http/http-failure.ts';
import { discardBody } from '../http/response-body.ts';
import { nameOf, normalizePath, printable } from '../remote-path.ts';
import type { Authorization } from './authorization.ts';
import { openContent } from './content.ts';
import { listPaths, type RestFiles } from './file-index.ts';
import { readRestFile } from './file-version.ts';
import { createRestClient, type RestClient, type RestResponse } from './rest-client.ts';

/** The settings of a server with files. */
export interface RestApiConfig {
  /** The root folder. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly files: RestFiles;
  /** Maximum time to wait for a response or for more of it, in milliseconds. */
  readonly timeoutMs: number;
}

/** What a connector for a server with files needs. */
export interface RestApiParts {
  readonly config: RestApiConfig;
  /** The type of the credential; null if there is none. */
  readonly credentialType: string | null;
  /** Returns the current version of the credential. It is called for each request. */
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
  /** Certificates of authorities in PEM, instead of those of the system. */
  readonly ca?: string;
}

/** The number of files of a listing whose attributes are requested at the same time. */
const REQUESTS_AHEAD = 8;
/** Responses to HEAD that are final. A server that does not support HEAD, or not for this URL, answers with another one. */
const HEAD_STATUSES: readonly number[] = [200, 401, 404, 410, 429, 500, 502, 503, 504];

/** Creates a connector for files that an HTTP server offers for download. It is read only. */
export function createRestApiConnector({ config, credentialType, ...parts }: RestApiParts): Connector {
  const { baseUrl, headers, files, timeoutMs } = config;
  const openCredential = credentialType === null ? null : parts.openCredential;
  const client = createRestClient({ ...parts, openCredential, baseUrl, headers, timeoutMs });
  const stat = (path: string, authorization?: Authorization) => statFile(client, path, authorization);

  return {
    capabilities: {
      canResume: true,
      hasExactVersions: false,
      isWriteAtomic: false,
      canWrite: false,
      canMove: false,
      canRemove: false,
    },
    async test() {
      // The access token would be the first connection, and its steps those of another host.
      if (credentialType === 'OAUTH2_CLIENT') await client.knock();
      await testFiles(client, files);
    },
    async *list(path, { pattern = '*', isRecursive = false } = {}) {
      const matches = compileFilePattern(pattern);
      const folder = normalizePath(path);
      const isListed = (file: string) => isBelow(file, { folder, isRecursive }) && matches(nameOf(file));
      for await (const file of mapAhead(await listPaths(client, files), {
        isListed,
        read: stat,
        ahead: REQUESTS_AHEAD,
      }))
        if (file !== null) yield file;
    },
    stat: async (path) => (normalizePath(path) === '' ? null : stat(normalizePath(path))),
    async read(path, request = {}) {
      const plain = normalizePath(path);
      if (plain === '') throw new ConnectorFailure('invalid_path', 'The path of a file is empty.');
      return openContent({ client, stat, timeoutMs }, plain, request);
    },
    write: async (path) => rejectChange(path),
    move: async (from, to) => rejectChange(from, to),
    remove: async (path) => rejectChange(path),
    close: async () => client.close(),
  };
}

/** Requests the list of files, or the fixed file. A refusal of that shows that the server accepted the credential. */
async function testFiles(client: RestClient, files: RestFiles): Promise<void> {
  const request =
    'path' in files ? requestAttributes(client, files.path) : client.send({ method: 'GET', path: files.list });
  const response = await request;
  discardBody(response);
  const failure = response.status < 400 ? null : createStatusFailure(response.status, 'list of files');
  if (failure?.isHostFailure) throw failure;
}

async function statFile(client: RestClient, path: string, authorization?: Authorization): Promise<RemoteFile | null> {
  const response = await requestAttributes(client, path, authorization);
  discardBody(response);
  if (response.status === 404 || response.status === 410) return null;
  if (response.status !== 200) throw createStatusFailure(response.status, `"${printable(path)}"`);
  return readRestFile(path, response);
}

/** Returns a response with the headers of a file. Servers that do not answer to HEAD with its length are asked with GET. */
async function requestAttributes(
  client: RestClient,
  path: string,
  authorization?: Authorization,
): Promise<RestResponse> {
  const request = { path, ...(authorization === undefined ? {} : { authorization }) };
  const head = await client.send({ ...request, method: 'HEAD' });
  const isComplete = head.status !== 200 || head.headers['content-length'] !== undefined;
  if (HEAD_STATUSES.includes(head.status) && isComplete) return head;
  discardBody(head);
  return client.send({ ...request, method: 'GET' });
}

function isBelow(path: string, { folder, isRecursive }: { folder: string; isRecursive: boolean }): boolean {
  if (folder !== '' && !path.startsWith(`${folder}/`)) return false;
  return isRecursive || !path.slice(folder === '' ? 0 : folder.length + 1).includes('/');
}

function rejectChange(...paths: readonly string[]): never {
  for (const path of paths) normalizePath(path);
  throw new ConnectorFailure('not_supported', 'An integration of the type REST_API is read only.');
}

/** How a listing is read. */
interface AheadInput<T> {
  /** Returns whether a path is part of the listing. */
  isListed(path: string): boolean;
  /** Returns what is listed of a path. */
  read(path: string): Promise<T>;
  /** How many values are read at the same time. */
  readonly ahead: number;
}

/**
 * Yields the value of each listed path in their order, and reads the next ones at the same time. Throws the errors of
 * `read`.
 */
async function* mapAhead<T>(paths: Iterable<string>, { isListed, read, ahead }: AheadInput<T>): AsyncGenerator<T> {
  const values: Promise<T>[] = [];
  for (const path of paths) {
    if (!isListed(path)) continue;
    const value = read(path);
    // An error is thrown when its turn comes, or never, if the caller ends before.
    value.catch(() => {});
    values.push(value);
    const first = values.length < ahead ? undefined : values.shift();
    if (first !== undefined) yield await first;
  }
  for (const value of values) yield await value;
}
