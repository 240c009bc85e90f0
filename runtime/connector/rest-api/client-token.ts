import * as oauth from 'oauth4webapi';
import { isThisMachine } from '../../state/vault/types/credential-binding.ts';
import type { OpenedCredential } from '../../state/vault/vault.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HttpClient } from '../http/http-client.ts';
import { createRejectedCredential } from '../http/http-failure.ts';
import { discardBody, readText } from '../http/response-body.ts';
import { retryTransient } from '../http/retry.ts';
import type { IssuedToken } from '../http/token-source.ts';

const DEFAULT_LIFETIME_S = 300;
const MAX_ANSWER_BYTES = 64 * 1024;
/** The statuses whose responses have no body. */
const EMPTY_STATUSES: readonly number[] = [204, 205, 304];

/**
 * Requests an access token with the client credentials grant (RFC 6749, 4.4). Throws ConnectorFailure: `unreachable` if the
 * token endpoint cannot answer, `authentication_failed` if it refuses the client or does not answer with a token.
 */
export async function requestClientToken(
  client: HttpClient,
  { metadata, secret }: OpenedCredential,
): Promise<IssuedToken> {
  const { clientId = '', tokenUrl = '', authMethod } = metadata;
  const { clientSecret = '' } = secret;
  requirePrivate(tokenUrl);
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const named = { client_id: clientId };
  const createAuth = authMethod === 'client_secret_post' ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
  const wanted = Object.entries(metadata).filter(([name]) => name === 'scope' || name === 'audience');
  let status = 0;
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      named,
      createAuth(clientSecret),
      new URLSearchParams(wanted),
      { [oauth.customFetch]: createTokenFetch(client), [oauth.allowInsecureRequests]: true },
    );
    status = response.status;
    const answer = await oauth.processClientCredentialsResponse(server, named, response);
    return { token: checkToken(answer), lifetimeS: answer.expires_in ?? DEFAULT_LIFETIME_S };
  } catch (error) {
    throw toTokenFailure(error, status);
  }
}

/** A credential that was stored before this was checked may have such an address. */
function requirePrivate(tokenUrl: string): void {
  const { protocol, hostname } = new URL(tokenUrl);
  if (protocol === 'https:' || isThisMachine(hostname)) return;
  throw createRejectedCredential(
    'The tokenUrl of the credential has http, which everybody on the way can read. Use https.',
  );
}

/** Returns a function like fetch(), with the client that connects to checked addresses only. It follows no redirect. */
function createTokenFetch(client: HttpClient) {
  return async (
    url: string,
    { headers, body }: { headers: Record<string, string>; body: unknown },
  ): Promise<Response> => {
    const answer = await retryTransient(() =>
      client.request({ method: 'POST', url, headers: { ...headers, 'accept-encoding': 'identity' }, body: `${body}` }),
    );
    const { status } = answer;
    if (status >= 500 || status === 429) {
      discardBody(answer);
      throw new ConnectorFailure(
        'unreachable',
        `The token endpoint cannot answer now (status ${status}).`,
        'authenticate',
      );
    }
    const text = await readText(answer, MAX_ANSWER_BYTES);
    const type = answer.headers['content-type'] ?? '';
    return new Response(EMPTY_STATUSES.includes(status) ? null : text, { status, headers: { 'content-type': type } });
  };
}

/** Returns the token. Throws an Error if it cannot be sent in a header (RFC 6750, 2.1). */
function checkToken({ access_token: token, token_type: type }: oauth.TokenEndpointResponse): string {
  if (type !== 'bearer' || !/^[\x21-\x7e]+$/.test(token)) throw new Error('The token is not a bearer token.');
  return token;
}

/** Converts an error of the library. Its own messages may contain what the server sent. */
function toTokenFailure(error: unknown, status: number): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  if (error instanceof oauth.ResponseBodyError && /^[a-z_]{1,40}$/.test(error.error))
    return createRejectedCredential(
      `The token endpoint refused the client (${error.error}). Check clientId, the secret, scope and audience.`,
    );
  return createRejectedCredential(
    `The token endpoint did not answer with an access token (status ${status}). Check tokenUrl and authMethod.`,
  );
}
