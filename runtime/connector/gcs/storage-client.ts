import type { OpenedCredential } from '../../state/vault/vault.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HttpClient, HttpResponse } from '../http/http-client.ts';
import { createStatusFailure } from '../http/http-failure.ts';
import { discardBody, readText } from '../http/response-body.ts';
import { retryTransient } from '../http/retry.ts';
import { createTokenSource } from '../http/token-source.ts';
import { printable } from '../remote-path.ts';
import { requestAccessToken } from './access-token.ts';

/** The settings of a bucket of Google Cloud Storage. */
export interface StorageConfig {
  readonly bucket: string;
  /** The root folder: the beginning of all names, with or without a `/` at its end. Empty: the whole bucket. */
  readonly prefix: string;
  /** The URL of the service; by default that of Google. */
  readonly endpoint?: string;
}

/** A request of the JSON interface, version 1. */
export interface StorageRequest {
  /** `GET` by default. */
  readonly method?: string;
  /** The path with percent-encoded names, or an absolute URL of an upload. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Maximum time to wait for the response, in milliseconds. */
  readonly timeoutMs?: number;
  /** See HttpRequest. */
  readonly isContent?: boolean;
}

/** Sends a request with an access token, and returns the response. Throws ConnectorFailure if there is no response. */
export type SendStorage = (request: StorageRequest) => Promise<HttpResponse>;

const DEFAULT_ENDPOINT = 'https://storage.googleapis.com';

/** Creates the function that sends requests. A rejected access token is replaced once. */
export function createStorageClient(
  { endpoint = DEFAULT_ENDPOINT }: StorageConfig,
  { client, openCredential }: { client: HttpClient; openCredential(): Promise<OpenedCredential> },
): SendStorage {
  const tokens = createTokenSource(openCredential, (credential) => requestAccessToken(client, credential));

  function sendOnce(token: string, { method = 'GET', path, query = {}, headers = {}, ...rest }: StorageRequest) {
    return retryTransient(async () => {
      const url = new URL(path, `${endpoint.replace(/\/$/, '')}/`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      // The URL of an upload comes from the store. Another origin must not receive the token.
      const isOwn = url.origin === new URL(endpoint).origin;
      const authorization = isOwn ? { authorization: `Bearer ${token}` } : {};
      return client.request({ method, url: url.href, headers: { ...headers, ...authorization }, ...rest });
    });
  }

  return async (request) => {
    const token = await tokens.get();
    const response = await sendOnce(token, request);
    if (response.status !== 401) return response;
    discardBody(response);
    tokens.drop(token);
    return sendOnce(await tokens.get(), request);
  };
}

/** Returns the JSON of a response. Throws ConnectorFailure if its status is 300 or above, or if it is not JSON. */
export async function expectJson<T>(response: HttpResponse, name?: string): Promise<T> {
  if (response.status >= 300) throw createStorageFailure(response, name);
  const text = await readText(response);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ConnectorFailure('protocol_error', 'The store answered with something else than JSON.');
  }
}

/** Converts a response with an error to a ConnectorFailure, and discards its body. */
export function createStorageFailure(response: HttpResponse, name?: string): ConnectorFailure {
  discardBody(response);
  return createStatusFailure(response.status, name === undefined ? 'the bucket' : `"${printable(name)}"`);
}
