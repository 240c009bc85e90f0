import type { OpenedCredential } from '../../state/vault/vault.ts';

/** An access token, and how long it is valid from the moment of its request, in seconds. */
export interface IssuedToken {
  readonly token: string;
  readonly lifetimeS: number;
}

/** Access tokens that are requested with a credential. */
export interface TokenSource {
  /** Returns a valid token. Throws the errors of the request for one. */
  get(): Promise<string>;
  /** Forgets this token, because a server rejected it. Does nothing if another one has replaced it. */
  drop(token: string): void;
}

/** A token is replaced this long before it expires, so that it does not expire during a request. */
const MAX_MARGIN_MS = 60_000;
/** The part of a short lifetime that is not used. */
const MARGIN = 0.1;
const MAX_LIFETIME_MS = 24 * 3_600_000;

interface TokenRequest {
  readonly version: number;
  readonly issued: Promise<string>;
  /** Undefined until the token is issued. */
  token: string | undefined;
  /** In milliseconds since 1970. */
  expires: number;
}

/**
 * Creates a source of access tokens. A token is used until shortly before it expires, or until the credential has another
 * version. Callers that wait at the same time share one request. Errors are not remembered.
 */
export function createTokenSource(
  openCredential: () => Promise<OpenedCredential>,
  requestToken: (credential: OpenedCredential) => Promise<IssuedToken>,
): TokenSource {
  let current: TokenRequest | null = null;

  function begin(credential: OpenedCredential): TokenRequest {
    const since = Date.now();
    const issued = requestToken(credential).then(({ token, lifetimeS }) => {
      const lifetimeMs = Math.min(lifetimeS * 1000, MAX_LIFETIME_MS);
      request.token = token;
      request.expires = since + lifetimeMs - Math.min(lifetimeMs * MARGIN, MAX_MARGIN_MS);
      return token;
    });
    const request: TokenRequest = {
      version: credential.version,
      issued,
      token: undefined,
      expires: Number.POSITIVE_INFINITY,
    };
    issued.catch(() => {
      if (current === request) current = null;
    });
    return request;
  }

  return {
    async get() {
      const credential = await openCredential();
      // The lifetime is not a number if a server sent something else.
      const isUsable = current?.version === credential.version && current.expires > Date.now();
      if (current === null || !isUsable) current = begin(credential);
      return current.issued;
    },
    drop(token) {
      if (current?.token === token) current = null;
    },
  };
}
