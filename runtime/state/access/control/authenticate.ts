import type { StoredKey } from '../../store/access-keys.ts';
import { type Authenticated, known, refused } from '../authenticated.ts';
import { readBearer } from '../bearer.ts';
import type { JwtVerifier } from '../jwt/verifier.ts';
import { parseApiKey } from '../keys/api-key.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { ANYBODY, type Principal, UNBOUND } from '../principal.ts';
import { isScope } from '../scopes.ts';

/** What a request shows of its caller. */
export interface Credentials {
  /** The values of all its Authorization headers. */
  authorization: readonly string[];
  /** The client certificate of the connection, which TLS has verified. Null if there is none. */
  certificate: { subject: string; validTo: number } | null;
}

/** The ways in which a service recognises its callers. */
export interface Recognition {
  keys: KeyRing;
  /** Null if no issuer of tokens is set. */
  jwt: JwtVerifier | null;
  /** Whether a client certificate is required for each connection. */
  hasClientCertificates: boolean;
}

/** Returns true if callers must identify themselves: there is a key, an issuer of tokens, or a CA of clients. */
export function isControlled({ keys, jwt, hasClientCertificates }: Recognition): boolean {
  return keys.hasKeys || jwt !== null || hasClientCertificates;
}

/** What identifies a caller: a bearer token (a key or a JWT), or a client certificate. */
export const CREDENTIAL_KINDS = ['bearer', 'certificate'] as const;

/** One of CREDENTIAL_KINDS. */
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** Returns the kinds of credentials: a caller needs one of them. Empty without access control. */
export function acceptedCredentials(recognition: Recognition): readonly CredentialKind[] {
  if (!isControlled(recognition)) return [];
  return CREDENTIAL_KINDS.filter((kind) => kind === 'bearer' || recognition.hasClientCertificates);
}

/**
 * Finds out who sends a request. A token takes precedence over a certificate. Without access control, every caller is
 * ANYBODY. Throws KeysUnavailable if the keys of the issuer cannot be fetched.
 */
export async function authenticate(
  { authorization, certificate }: Credentials,
  recognition: Recognition,
): Promise<Authenticated> {
  if (!isControlled(recognition)) return { kind: 'known', principal: ANYBODY };
  const bearer = readBearer(authorization);
  switch (bearer.kind) {
    case 'malformed':
      return refused('must have one Authorization header: Bearer, and a key or token');
    case 'token':
      return authenticateToken(bearer.token, recognition);
    case 'none':
      return certificate === null
        ? refused('has no key. Send Authorization: Bearer, and a key or token')
        : authenticateCertificate(certificate, recognition.keys);
    default:
      return bearer satisfies never;
  }
}

async function authenticateToken(token: string, { keys, jwt }: Recognition): Promise<Authenticated> {
  if (!token.startsWith('sm_')) return jwt === null ? refused('has an unknown key') : jwt.verify(token);
  const key = parseApiKey(token);
  const stored = key === null ? null : keys.find(key);
  if (stored === null) return refused('has an unknown key');
  const ended = findEnd(stored);
  return ended === null ? known(toPrincipal(stored, 'key', stored.name)) : refused(`has a key that ${ended}`);
}

function authenticateCertificate(
  { subject, validTo }: { subject: string; validTo: number },
  keys: KeyRing,
): Authenticated {
  // TLS verified the certificate when the connection was opened, which can be long ago.
  if (Date.now() >= validTo) return refused('uses a client certificate that has expired');
  const stored = keys.findCertificate(subject);
  if (stored === null)
    return known({
      kind: 'certificate',
      name: `certificate:${subject}`,
      keyId: null,
      scopes: new Set(),
      ...UNBOUND,
    });
  const ended = findEnd(stored);
  if (ended !== null) return refused(`uses a client certificate whose assignment ${ended}`);
  return known(toPrincipal(stored, 'certificate', subject));
}

function findEnd({ revokedAt, expiresAt }: StoredKey): string | null {
  if (revokedAt !== null) return 'was revoked';
  return expiresAt !== null && Date.now() >= expiresAt ? 'has expired' : null;
}

function toPrincipal(stored: StoredKey, kind: 'key' | 'certificate', name: string): Principal {
  const { id, scopes, topics, specs, integrations } = stored;
  const bounds = { topics, specs, integrations };
  return { kind, name: `${kind}:${name}`, keyId: id, scopes: new Set(scopes.filter(isScope)), ...bounds };
}
