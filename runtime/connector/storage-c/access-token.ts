import { importPKCS8, SignJWT } from 'jose';
import type { OpenedCredential } from '../../vault/vault.ts';
import { ConnectorFailure } from '../failure.ts';
import { type HttpClient, readText } from '../http/http-client.ts';

const DEFAULT_TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';
const LIFETIME = '1h';
/** A token is replaced this long before it expires, so that a request under way still has a valid one. */
const MARGIN_MS = 60_000;

/**
 * Returns a function that returns a valid access token for a service account, through a signed assertion (RFC 7523). A token
 * is kept until shortly before it expires, or until the credential has another version.
 */
export function createTokenSource(
  client: HttpClient,
  openCredential: () => Promise<OpenedCredential>,
): () => Promise<string> {
  let current: { token: string; version: number; expires: number } | null = null;
  return async () => {
    const credential = await openCredential();
    if (current?.version === credential.version && current.expires > Date.now() + MARGIN_MS) return current.token;
    current = { ...(await requestToken(client, credential)), version: credential.version };
    return current.token;
  };
}

async function requestToken(
  client: HttpClient,
  { secret }: OpenedCredential,
): Promise<{ token: string; expires: number }> {
  // The vault has checked these members when the credential was stored.
  const account = JSON.parse(secret['serviceAccount'] ?? '{}') as Record<string, string>;
  const url = account['token_uri'] ?? DEFAULT_TOKEN_URL;
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      ...(account['private_key_id'] === undefined ? {} : { kid: account['private_key_id'] }),
    })
    .setIssuer(account['client_email'] ?? '')
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(await importPKCS8(account['private_key'] ?? '', 'RS256'));
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString();
  const response = await client.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  const answer = parseAnswer(await readText(response, 64 * 1024));
  if (response.status !== 200 || typeof answer['access_token'] !== 'string') {
    throw new ConnectorFailure(
      'authentication_failed',
      `The token endpoint refused the service account (${response.status}).`,
      'authenticate',
    );
  }
  return { token: answer['access_token'], expires: Date.now() + Number(answer['expires_in'] ?? 3600) * 1000 };
}

function parseAnswer(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
