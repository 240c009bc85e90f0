import type { AccessOptions, JwtIssuer } from '../state/access/control/open-access.ts';
import type { Log } from '../base/log/json-log.ts';
import { isLoopback } from './http/guard.ts';
import type { TlsFiles } from '../state/settings/access.ts';
import type { Settings } from '../state/settings/declarations.ts';

/** On loopback, requests are not limited unless --rate is set. */
const DEFAULT_RATE = 50;

interface AccessParts {
  readonly jwt?: JwtIssuer | null;
  readonly tls?: TlsFiles | null;
}

/** Returns the options of openAccess() for a service that listens on `address`. */
export function accessOptionsOf(
  { data, jwt = null, tls = null, rate }: Pick<Settings, 'data' | 'rate'> & AccessParts,
  address: string,
  log: Log,
): AccessOptions {
  return {
    data,
    jwt,
    hasClientCertificates: tls !== null && tls.clientCa !== null,
    rate: rate ?? (isLoopback(address) ? null : DEFAULT_RATE),
    log,
  };
}
