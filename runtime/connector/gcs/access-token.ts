import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { isThisMachine } from '../../state/vault/types/credential-binding.ts';
import type { OpenedCredential } from '../../state/vault/vault.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HttpClient } from '../http/http-client.ts';
import { createRejectedCredential } from '../http/http-failure.ts';
import { discardBody, readText } from '../http/response-body.ts';
import { retryTransient } from '../http/retry.ts';
import type { IssuedToken } from '../http/token-source.ts';

const DEFAULT_TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';
const DEFAULT_LIFETIME_S = 3600;
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Requests an access token with a signed assertion of a service account (RFC 7523). Throws ConnectorFailure with the code
 * `authentication_failed` if none is issued.
 */
export async function requestAccessToken(client: HttpClient, { secret }: OpenedCredential): Promise<IssuedToken> {
  // The vault checked these members when the credential was stored.
  const account = JSON.parse(secret['serviceAccount'] ?? '{}') as Record<string, string>;
  const url = account['token_uri'] ?? DEFAULT_TOKEN_URL;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !isThisMachine(hostname))
    throw createRejectedCredential(
      'The token_uri of the service account has no https, so everybody on the way could read the token.',
    );
  const assertion = await signAssertion(account, url);
  const response = await retryTransient(() =>
    client.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
    }),
  );
  if (response.status >= 500 || response.status === 429) {
    discardBody(response);
    throw new ConnectorFailure('unreachable', `The token endpoint cannot answer now (status ${response.status}).`);
  }
  const answer = parseObject(await readText(response, MAX_ANSWER_BYTES));
  if (response.status !== 200 || typeof answer['access_token'] !== 'string')
    throw createRejectedCredential(`The token endpoint refused the service account (status ${response.status}).`);
  return { token: answer['access_token'], lifetimeS: Number(answer['expires_in'] ?? DEFAULT_LIFETIME_S) };
}

function signAssertion(account: Readonly<Record<string, string>>, audience: string): Promise<string> {
  const keyId = account['private_key_id'];
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
    .setIssuer(account['client_email'] ?? '')
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(createPrivateKey(account['private_key'] ?? ''));
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
