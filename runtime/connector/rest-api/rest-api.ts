import type { OpenedCredential } from '../../vault/vault.ts';
import type { Connector, OnStep, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { compileFilePattern } from '../file-pattern.ts';
import type { HostGuard } from '../host-guard.ts';
import { createHttpClient, failureOfStatus, type HttpResponse, readText } from '../http/http-client.ts';
import { contentOf, emptyContent, fileOfHeaders } from '../http/remote-content.ts';
import { nameOf, normalizePath, printable } from '../remote-path.ts';
import { createAuthorization } from './authorization.ts';

export interface RestApiConfig {
  readonly baseUrl: string;
  /** Sent with every request. They hold no secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Which files there are: one at a fixed path, or the names that a JSON document at `list` holds. */
  readonly files: { readonly path: string } | FileIndex;
  readonly timeoutMs: number;
}

export interface FileIndex {
  /** The path of the JSON document. */
  readonly list: string;
  /** JSON pointer (RFC 6901) to an array of names, or of objects. */
  readonly pointer: string;
  /** The member that holds the name, in an array of objects. */
  readonly name?: string;
}

export interface RestApiParts {
  readonly config: RestApiConfig;
  /** Null for an integration without a credential. */
  openCredential(): Promise<OpenedCredential | null>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
}

const MAX_REDIRECTS = 5;
const MAX_INDEX_BYTES = 16 * 1024 * 1024;

/** Files that an HTTP server offers for download. It is read only. */
export function createRestApiConnector({ config, openCredential, guard, onStep = () => {} }: RestApiParts): Connector {
  const client = createHttpClient({ guard, onStep, timeoutMs: config.timeoutMs });
  const authorize = createAuthorization(client, openCredential);

  async function send(
    path: string,
    method: 'GET' | 'HEAD',
    headers: Record<string, string> = {},
  ): Promise<HttpResponse> {
    const encoded = normalizePath(path).split('/').map(encodeURIComponent).join('/');
    const url = new URL(encoded, config.baseUrl.endsWith('/') ? config.baseUrl : `${config.baseUrl}/`);
    return client.request({
      method,
      url: url.href,
      headers: { ...config.headers, ...(await authorize()), ...headers },
      maxRedirects: MAX_REDIRECTS,
    });
  }

  async function statFile(path: string): Promise<RemoteFile | null> {
    const response = await send(path, 'HEAD');
    response.body.resume();
    if (response.status === 404 || response.status === 410) return null;
    if (response.status !== 200) throw failureOfStatus(response.status, `"${printable(path)}"`);
    return withVersion(fileOfHeaders(normalizePath(path), response));
  }

  async function listedPaths(): Promise<string[]> {
    if ('path' in config.files) return [config.files.path];
    const response = await send(config.files.list, 'GET', { accept: 'application/json' });
    const text = await readText(response, MAX_INDEX_BYTES);
    if (response.status !== 200) throw failureOfStatus(response.status, `"${printable(config.files.list)}"`);
    return namesIn(text, config.files).map(normalizePath);
  }

  const isReadOnly = async (): Promise<never> => {
    throw new ConnectorFailure('not_supported', 'An integration of the type REST_API is read only.');
  };

  return {
    capabilities: {
      canResume: true,
      hasExactVersions: false,
      isWriteAtomic: false,
      canWrite: false,
      canMove: false,
      canRemove: false,
    },
    async *list(path, { pattern = '*', isRecursive = false } = {}) {
      const matches = compileFilePattern(pattern);
      const folder = normalizePath(path);
      for (const listed of await listedPaths()) {
        const rest = folder === '' ? listed : listed.startsWith(`${folder}/`) ? listed.slice(folder.length + 1) : null;
        if (rest === null || (rest.includes('/') && !isRecursive) || !matches(nameOf(listed))) continue;
        const file = await statFile(listed);
        if (file !== null) yield file;
      }
    },
    stat: statFile,
    async read(path, { from = 0, ifVersion } = {}) {
      const plain = normalizePath(path);
      const headers = {
        'accept-encoding': 'identity',
        ...(from > 0 ? { range: `bytes=${from}-` } : {}),
        // A weak ETag must not be used for a range (RFC 9110, 13.1.5).
        ...(from > 0 && ifVersion?.startsWith('"') ? { 'if-range': ifVersion } : {}),
      };
      const response = await send(plain, 'GET', headers);
      if (response.status === 200 || response.status === 206) {
        const file = withVersion(fileOfHeaders(plain, response));
        // A server that ignores the range, or whose file is another now, sends the whole file.
        const isOther = ifVersion !== undefined && file.version !== ifVersion;
        if (!isOther && (response.status === 206 || from === 0)) return contentOf(file, response);
        response.body.destroy();
        throw isOther
          ? new ConnectorFailure('source_changed', `"${printable(plain)}" changed meanwhile.`)
          : new ConnectorFailure('not_supported', 'The server does not send parts of a file.');
      }
      response.body.resume();
      const file = response.status === 416 ? await statFile(plain) : null;
      if (file !== null) return emptyContent(file);
      throw failureOfStatus(response.status, `"${printable(plain)}"`);
    },
    write: isReadOnly,
    move: isReadOnly,
    remove: isReadOnly,
    close: async () => client.close(),
  };
}

/** A server without ETags is known by time and size. */
function withVersion(file: RemoteFile): RemoteFile {
  return file.version === '' ? { ...file, version: `${file.size}-${file.modified}` } : file;
}

function namesIn(text: string, { pointer, name, list }: FileIndex): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ConnectorFailure('protocol_error', `"${printable(list)}" is not JSON.`);
  }
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replace(/~1/g, '/').replace(/~0/g, '~');
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined;
  }
  if (!Array.isArray(value))
    throw new ConnectorFailure('protocol_error', `"${pointer}" of "${printable(list)}" is not an array.`);
  return value.map((item: unknown) => {
    const text =
      name === undefined || typeof item !== 'object' || item === null ? item : (item as Record<string, unknown>)[name];
    if (typeof text !== 'string')
      throw new ConnectorFailure('protocol_error', `An item at "${pointer}" of "${printable(list)}" has no name.`);
    return text;
  });
}
