import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { HttpClient } from '../http/http-client.ts';
import { createTokenSource } from '../http/token-source.ts';
import { requestClientToken } from './client-token.ts';

/** The headers that authorize a request. They contain a secret. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  /** The access token of OAuth 2. Undefined for other credentials, which cannot be renewed. */
  readonly token?: string;
}

/** Authorizes requests with the current version of a credential. */
export interface Authorizer {
  /** Returns the headers for a request. Throws ConnectorFailure if there is no access token. */
  authorize(): Promise<Authorization>;
  /** Forgets the access token of an authorization that the server rejected. Returns whether there may be another one. */
  reject(authorization: Authorization): boolean;
}

/**
 * Creates the authorization with an API token, HTTP Basic (RFC 7617), or an access token for a client (RFC 6749, 4.4).
 * `client` requests access tokens.
 */
export function createAuthorizer(client: HttpClient, openCredential: () => Promise<OpenedCredential>): Authorizer {
  const tokens = createTokenSource(openCredential, (credential) => requestClientToken(client, credential));
  return {
    async authorize() {
      const { type, metadata, secret } = await openCredential();
      switch (type) {
        case 'API_TOKEN':
          return { headers: createTokenHeader(metadata['header'], secret['token'] ?? '') };
        case 'PASSWORD':
          return { headers: { authorization: createBasic(metadata['username'] ?? '', secret['password'] ?? '') } };
        default: {
          const token = await tokens.get();
          return { headers: { authorization: `Bearer ${token}` }, token };
        }
      }
    },
    reject({ token }) {
      if (token !== undefined) tokens.drop(token);
      return token !== undefined;
    },
  };
}

/** The authorization without a credential. */
export const anonymous: Authorizer = { authorize: async () => ({ headers: {} }), reject: () => false };

/** `header` is the name of a header, with an optional prefix of its value after a colon. */
function createTokenHeader(header = 'Authorization: Bearer', token: string): Record<string, string> {
  const [name = '', prefix = ''] = header.split(/: ?/);
  return { [name.toLowerCase()]: prefix === '' ? token : `${prefix} ${token}` };
}

function createBasic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}
