import type { OpenedCredential } from '../../vault/vault.ts';
import { ConnectorFailure } from '../failure.ts';
import { type HttpClient, readText } from '../http/http-client.ts';

/** A token is replaced this long before it expires, so that a request under way still has a valid one. */
const MARGIN_MS = 30_000;
const DEFAULT_LIFETIME_S = 300;

/** The headers that authorize one request. */
export type Authorize = () => Promise<Readonly<Record<string, string>>>;

/** Authorizes with an API token, HTTP Basic (RFC 7617), client credentials (RFC 6749, 4.4), or not at all. */
export function createAuthorization(
  client: HttpClient,
  openCredential: () => Promise<OpenedCredential | null>,
): Authorize {
  let current: { headers: Record<string, string>; version: number; expires: number } | null = null;
  return async () => {
    const credential = await openCredential();
    if (credential === null) return {};
    if (credential.type === 'API_TOKEN') return tokenHeader(credential);
    if (credential.type === 'PASSWORD') {
      return { authorization: basic(credential.metadata['username'] ?? '', credential.secret['password'] ?? '') };
    }
    if (current?.version === credential.version && current.expires > Date.now() + MARGIN_MS) return current.headers;
    const { token, lifetimeS } = await requestToken(client, credential);
    const headers = { authorization: `Bearer ${token}` };
    current = { headers, version: credential.version, expires: Date.now() + lifetimeS * 1000 };
    return headers;
  };
}

/** `metadata.header` is a header's name, or a name, a colon, and the prefix of its value. */
function tokenHeader({ metadata, secret }: OpenedCredential): Record<string, string> {
  const [name = '', prefix = ''] = (metadata['header'] ?? 'Authorization: Bearer').split(/: ?/);
  const { token = '' } = secret;
  return { [name.toLowerCase()]: prefix === '' ? token : `${prefix} ${token}` };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}

async function requestToken(
  client: HttpClient,
  { metadata, secret }: OpenedCredential,
): Promise<{ token: string; lifetimeS: number }> {
  const { clientId = '', tokenUrl = '', scope, audience, authMethod } = metadata;
  const { clientSecret = '' } = secret;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== undefined) form.set('scope', scope);
  if (audience !== undefined) form.set('audience', audience);
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  };
  if (authMethod === 'client_secret_post') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  } else {
    // RFC 6749, 2.3.1: both are form-encoded before they become a user and a password.
    headers['authorization'] = basic(encodeURIComponent(clientId), encodeURIComponent(clientSecret));
  }
  const response = await client.request({ method: 'POST', url: tokenUrl, headers, body: form.toString() });
  const answer = parseJson(await readText(response, 64 * 1024));
  const { access_token: token, expires_in: lifetime } = answer;
  if (response.status !== 200 || typeof token !== 'string') {
    const reason =
      typeof answer['error'] === 'string' && /^[a-z_]{1,40}$/.test(answer['error']) ? answer['error'] : response.status;
    throw new ConnectorFailure(
      'authentication_failed',
      `The token endpoint refused the client (${reason}).`,
      'authenticate',
    );
  }
  return { token, lifetimeS: typeof lifetime === 'number' ? lifetime : DEFAULT_LIFETIME_S };
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
