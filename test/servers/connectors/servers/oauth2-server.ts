import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OIDC_PROVIDER_MODULE } from '../install/servers.ts';

/** An OAuth 2 server on loopback that issues tokens to clients (RFC 6749, 4.4). */
export interface OAuth2Server {
  readonly tokenUrl: string;
  readonly clientSecret: string;
  /** Returns how many tokens were issued. */
  countTokens(): number;
  /** Sets the lifetime of the next tokens, in seconds. */
  setLifetime(seconds: number): void;
  /** Returns whether a token was issued, for the scope `files`, and has not expired (RFC 7662). */
  isActive(token: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The clients. Each authenticates in one way only. */
export const CLIENTS = {
  basic: { clientId: 'basic', authMethod: 'client_secret_basic' },
  post: { clientId: 'post', authMethod: 'client_secret_post' },
} as const;

const LIFETIME_S = 600;

interface Provider {
  callback(): Parameters<typeof createServer>[1];
  on(event: 'grant.success', listener: () => void): void;
}

/** Starts oidc-provider in this process. */
export async function startOAuth2(): Promise<OAuth2Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientSecret = `s3cret-m4rk3r-${randomUUID()}`;
  let lifetime = LIFETIME_S;
  let issued = 0;
  const provider = await createProvider(url, { clientSecret, lifetimeOf: () => lifetime });
  provider.on('grant.success', () => issued++);
  server.on('request', provider.callback() as () => void);
  const expiries = new Map<string, number>();

  async function introspect(token: string): Promise<number> {
    const { clientId } = CLIENTS.basic;
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const body = new URLSearchParams({ token });
    const answer = await fetch(`${url}/token/introspection`, { method: 'POST', headers: { authorization }, body });
    const { active, exp, scope } = (await answer.json()) as { active: boolean; exp?: number; scope?: string };
    return active && scope === 'files' ? (exp ?? 0) * 1000 : 0;
  }

  return {
    tokenUrl: `${url}/token`,
    clientSecret,
    countTokens: () => issued,
    setLifetime: (seconds) => void (lifetime = seconds),
    async isActive(token) {
      // A listing has thousands of requests with the same token, whose expiry does not change.
      const expires = expiries.get(token) ?? (await introspect(token));
      expiries.set(token, expires);
      return expires > Date.now();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function createProvider(
  url: string,
  { clientSecret, lifetimeOf }: { clientSecret: string; lifetimeOf(): number },
): Promise<Provider> {
  // The server is installed in the cache, and has no types there.
  const { default: OidcProvider } = (await import(OIDC_PROVIDER_MODULE)) as {
    default: new (issuer: string, configuration: object) => Provider;
  };
  const clients = Object.values(CLIENTS).map(({ clientId, authMethod }) => ({
    ...{ client_id: clientId, client_secret: clientSecret, token_endpoint_auth_method: authMethod },
    ...{ grant_types: ['client_credentials'], response_types: [], redirect_uris: [], scope: 'files' },
  }));
  return new OidcProvider(url, {
    clients,
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      devInteractions: { enabled: false },
    },
    scopes: ['files'],
    ttl: { ClientCredentials: lifetimeOf },
  });
}
