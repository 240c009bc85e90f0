import type { KeySource } from '../access/jwt/load-keys.ts';
import { isTrustworthy } from '../access/jwt/fetch-json.ts';
import type { JwtIssuer } from '../access/control/open-access.ts';
import type { Settings } from './declarations.ts';
import { SettingError } from './values/setting.ts';

/** The PEM files of TLS. With `clientCa`, each connection requires a client certificate of that authority. */
export interface TlsFiles {
  cert: string;
  key: string;
  clientCa: string | null;
}

/**
 * Reads the settings of tokens. Returns null if no issuer is set. Throws SettingError if one of the settings is missing,
 * or is not an address that can be trusted.
 */
export function readJwtIssuer({
  jwtIssuer,
  jwtAudience,
  jwtJwks,
  jwtScopeClaim,
  ...claims
}: Pick<
  Settings,
  | 'jwtIssuer'
  | 'jwtAudience'
  | 'jwtJwks'
  | 'jwtScopeClaim'
  | 'jwtTopicsClaim'
  | 'jwtSpecsClaim'
  | 'jwtIntegrationsClaim'
>): JwtIssuer | null {
  if (jwtIssuer === null) {
    if (jwtAudience !== null || jwtJwks !== null)
      throw new SettingError('--jwt-audience and --jwt-jwks require --jwt-issuer URL');
    return null;
  }
  if (jwtAudience === null)
    throw new SettingError('--jwt-issuer requires --jwt-audience AUD: tokens for other services must be refused');
  return {
    issuer: jwtIssuer,
    audience: jwtAudience,
    scopeClaim: jwtScopeClaim,
    boundClaims: {
      topics: claims.jwtTopicsClaim,
      specs: claims.jwtSpecsClaim,
      integrations: claims.jwtIntegrationsClaim,
    },
    keys: jwtJwks === null ? discoveryOf(jwtIssuer) : keySourceOf(jwtJwks),
  };
}

/** Reads the settings of TLS. Returns null without TLS. Throws SettingError if one of its files is not named. */
export function readTlsFiles({
  tlsCert,
  tlsKey,
  tlsClientCa,
}: Pick<Settings, 'tlsCert' | 'tlsKey' | 'tlsClientCa'>): TlsFiles | null {
  if (tlsCert !== null && tlsKey !== null) return { cert: tlsCert, key: tlsKey, clientCa: tlsClientCa };
  if (tlsCert !== null || tlsKey !== null) throw new SettingError('--tls-cert and --tls-key require each other');
  if (tlsClientCa !== null) throw new SettingError('--tls-client-ca requires --tls-cert and --tls-key');
  return null;
}

function discoveryOf(issuer: string): KeySource {
  requireTrustworthy('--jwt-issuer', issuer);
  return { kind: 'discovery', issuer };
}

function keySourceOf(written: string): KeySource {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(written)) return { kind: 'file', path: written };
  return { kind: 'url', url: requireTrustworthy('--jwt-jwks', written) };
}

function requireTrustworthy(flag: string, written: string): URL {
  if (!URL.canParse(written) || !isTrustworthy(new URL(written)))
    throw new SettingError(`${flag} requires a URL with https, or with http on this machine`);
  return new URL(written);
}
