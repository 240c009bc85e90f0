import type { OpenedCredential } from '../../state/vault/vault.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HttpClient, HttpResponse } from '../http/http-client.ts';
import { createRejectedCredential, createStatusFailure } from '../http/http-failure.ts';
import { discardBody } from '../http/response-body.ts';
import { retryTransient } from '../http/retry.ts';
import { printable } from '../remote-path.ts';

/** The settings of a container. */
export interface ContainerConfig {
  /** The URL of the storage account. */
  readonly accountUrl: string;
  readonly container: string;
  /** The root folder: the beginning of all names, with or without a `/` at its end. Empty: the whole container. */
  readonly prefix: string;
}

/** A request of the REST interface of Azure Blob Storage. */
export interface BlobRequest {
  /** `GET` by default. */
  readonly method?: string;
  /** Absent: the request concerns the container. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** See HttpRequest. */
  readonly isContent?: boolean;
}

/** Access to a container. */
export interface BlobClient {
  /** Sends a request with the current version of the credential. Throws ConnectorFailure if there is no response. */
  send(request: BlobRequest): Promise<HttpResponse>;
  /** Returns the URL of a blob with the signature. It is a secret. */
  createSignedUrl(name: string): Promise<string>;
}

/** The oldest version of the interface with the requests that this connector sends. */
const API_VERSION = '2020-10-02';

/** Creates the access to a container. */
export function createBlobClient(
  { accountUrl, container }: ContainerConfig,
  { client, openCredential }: { client: HttpClient; openCredential(): Promise<OpenedCredential> },
): BlobClient {
  async function createUrl(name: string, query: Readonly<Record<string, string>> = {}): Promise<string> {
    const { secret } = await openCredential();
    const path = [container, ...(name === '' ? [] : name.split('/'))].map(encodeURIComponent).join('/');
    const url = new URL(`${accountUrl.replace(/\/$/, '')}/${path}`);
    url.search = secret['sasToken'] ?? '';
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url.href;
  }

  return {
    send: ({ method = 'GET', name = '', query, headers = {}, body, isContent = false }) =>
      retryTransient(async () =>
        client.request({
          method,
          url: await createUrl(name, query),
          headers: { 'x-ms-version': API_VERSION, 'x-ms-date': new Date().toUTCString(), ...headers },
          isContent,
          ...(body === undefined ? (method === 'PUT' ? { body: '' } : {}) : { body }),
        }),
      ),
    createSignedUrl: (name) => createUrl(name),
  };
}

/** Converts a response with an error to a ConnectorFailure, and discards its body. */
export function createBlobFailure(response: HttpResponse, name?: string): ConnectorFailure {
  discardBody(response);
  const named = name === undefined ? 'the container' : `"${printable(name)}"`;
  switch (response.headers['x-ms-error-code']) {
    case 'AuthenticationFailed':
    case 'AuthorizationFailure':
    case 'InvalidAuthenticationInfo':
      return createRejectedCredential(
        'Check that the shared access signature is whole and has not expired, and that the account accepts this network.',
      );
    case 'ContainerNotFound':
      return new ConnectorFailure('not_found', 'The storage account has no such container.');
    case 'AccountIsDisabled':
    case 'InsufficientAccountPermissions':
      return new ConnectorFailure('permission_denied', 'The storage account does not permit access.');
    default:
      return createStatusFailure(response.status, named);
  }
}
