import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { OnStep } from '../connector.ts';
import type { HostGuard } from '../host-guard.ts';
import { createHttpClient, type HttpResponse } from '../http/http-client.ts';
import { discardBody } from '../http/response-body.ts';
import { retryTransient } from '../http/retry.ts';
import { anonymous, type Authorization, createAuthorizer } from './authorization.ts';

/** How a server is reached. */
export interface RestClientParts {
  readonly baseUrl: string;
  /** Sent with every request to the server, and not to the token endpoint. They contain no secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the current version of the credential. It is called for each request. Null: there is no credential. */
  readonly openCredential: (() => Promise<OpenedCredential>) | null;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
  /** Maximum time to wait for a response, in milliseconds. */
  readonly timeoutMs: number;
  /** Certificates of authorities in PEM, instead of those of the system. */
  readonly ca?: string;
}

/** A request for something below the base URL. */
export interface RestRequest {
  /** `GET` by default. */
  readonly method?: 'GET' | 'HEAD';
  /** A path without `..`. Empty: the base URL itself. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** See HttpRequest. */
  readonly isContent?: boolean;
  /** An earlier authorization to use again; by default that of the current credential. */
  readonly authorization?: Authorization;
}

/** A response, and the authorization with which the server sent it. */
export interface RestResponse extends HttpResponse {
  readonly authorization: Authorization;
}

/** Sends requests to a server. */
export interface RestClient {
  /**
   * Sends a request. If the server rejects an access token, the request is repeated once with a new one. Throws
   * ConnectorFailure if there is no response or no access token.
   */
  send(request: RestRequest): Promise<RestResponse>;
  /** Connects to the server without a credential and ignores its response. Throws ConnectorFailure. */
  knock(): Promise<void>;
  close(): void;
}

const MAX_REDIRECTS = 5;

/** Creates the client of a server. Redirects are followed; another origin receives neither the credential nor headers. */
export function createRestClient({ baseUrl, headers, openCredential, ...parts }: RestClientParts): RestClient {
  const { onStep: _, ...withoutSteps } = parts;
  const client = createHttpClient(parts);
  // The token endpoint may be on another host, whose connection is no step of this one.
  const tokenClient = createHttpClient(withoutSteps);
  const authorizer = openCredential === null ? anonymous : createAuthorizer(tokenClient, openCredential);

  function sendOnce(
    { method = 'GET', path, isContent = false, ...request }: RestRequest,
    given: Authorization,
  ): Promise<HttpResponse> {
    return retryTransient(() =>
      client.request({
        method,
        url: createUrl(baseUrl, path),
        // The bytes of a file are its content as it is stored. A compressed transfer would have another length.
        headers: { ...headers, 'accept-encoding': 'identity', ...request.headers, ...given.headers },
        maxRedirects: MAX_REDIRECTS,
        isContent,
      }),
    );
  }

  return {
    async send(request) {
      const first = request.authorization ?? (await authorizer.authorize());
      const response = await sendOnce(request, first);
      if (response.status !== 401 || !authorizer.reject(first)) return { ...response, authorization: first };
      discardBody(response);
      const second = await authorizer.authorize();
      return { ...(await sendOnce(request, second)), authorization: second };
    },
    async knock() {
      discardBody(await sendOnce({ method: 'HEAD', path: '' }, { headers: {} }));
    },
    close() {
      client.close();
      tokenClient.close();
    },
  };
}

function createUrl(baseUrl: string, path: string): string {
  if (path === '') return baseUrl;
  return `${baseUrl.replace(/\/$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
