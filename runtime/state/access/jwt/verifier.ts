import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { type Authenticated, known, refused } from '../authenticated.ts';
import { type NamePatterns, parseNamePatterns } from '../name-patterns.ts';
import type { Principal } from '../principal.ts';
import { isScope } from '../scopes.ts';
import { KeysUnavailable } from './keys-unavailable.ts';

/** Verifies the tokens of one issuer. */
export interface JwtVerifier {
  /** Returns the principal of a token (RFC 7519), or why it is refused. Throws KeysUnavailable. */
  verify(token: string): Promise<Authenticated>;
}

/** Which tokens to accept. */
export interface JwtSettings {
  issuer: string;
  audience: string;
  /** The claim with the scopes: a text with blanks between them, or an array. */
  scopeClaim: string;
  /** The claims with patterns of names that bind the token: a text with commas or blanks between them, or an array. */
  boundClaims: Readonly<Record<Bound, string>>;
}

/** What a token may be bound to. */
export type Bound = 'topics' | 'specs' | 'integrations';

/** Signatures with a public key only: with HMAC, everyone who verifies a token can also create one. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
const CLOCK_SKEW_SECONDS = 60;
const MAX_SUBJECT = 255;

/** Creates the verifier of an issuer's tokens. */
export function createJwtVerifier(settings: JwtSettings, keys: JWTVerifyGetKey): JwtVerifier {
  const { issuer, audience } = settings;
  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: [...ALGORITHMS],
          clockTolerance: CLOCK_SKEW_SECONDS,
          requiredClaims: ['exp'],
        });
        return toPrincipal(payload, settings);
      } catch (error) {
        if (error instanceof KeysUnavailable) throw error;
        // The reason is not reported in detail: it would help to forge a token.
        return refused(
          isExpired(error) ? 'has a token that has expired' : 'has a token that is not valid for this service',
        );
      }
    },
  };
}

function isExpired(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED';
}

function toPrincipal(payload: JWTPayload, { scopeClaim, boundClaims }: JwtSettings): Authenticated {
  // A token for a program, not for a person, may have no subject but the id of a client (RFC 9068, section 2.2).
  const subject = payload.sub ?? payload['client_id'];
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT)
    return refused('has a token without a subject');
  const bounds = readBounds(payload, boundClaims);
  if (bounds === null) return refused('has a token with a claim that is no list of names or patterns');
  return known({
    kind: 'jwt',
    name: `jwt:${subject}`,
    keyId: null,
    scopes: new Set(readScopes(payload[scopeClaim]).filter(isScope)),
    ...bounds,
  });
}

function readScopes(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : [];
}

/** Returns null if a claim is malformed: a bound that cannot be read must not open what it closes. */
function readBounds(
  payload: JWTPayload,
  { topics, specs, integrations }: JwtSettings['boundClaims'],
): Pick<Principal, Bound> | null {
  try {
    const read = (claim: string) => readPatterns(payload[claim]);
    return { topics: read(topics), specs: read(specs), integrations: read(integrations) };
  } catch {
    return null;
  }
}

/** Throws an Error if a claim is no list of patterns. */
function readPatterns(claim: unknown): NamePatterns | null {
  if (claim === undefined) return null;
  const names = typeof claim === 'string' ? claim.split(/[ ,]+/) : Array.isArray(claim) ? claim : [null];
  // An empty list allows nothing.
  if (names.length === 0) return [];
  if (!names.every((name) => typeof name === 'string' && !name.includes(','))) throw new Error('takes names');
  return parseNamePatterns(names.join(','));
}
