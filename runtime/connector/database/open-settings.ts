import type { DatabaseFailure } from '../../base/database/failure.ts';
import { DEFAULT_PORTS, type DatabaseDriver, type DatabaseSettings } from '../../base/database/settings.ts';
import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { OnStep } from '../connector.ts';
import { ConnectorFailure, type ConnectorCode } from '../failure.ts';
import type { HostGuard } from '../host-guard.ts';

/** The checked `config` of an integration with the type DATABASE. */
export interface DatabaseConfig {
  readonly driver: DatabaseDriver;
  readonly host: string;
  /** Null for the default of the driver. */
  readonly port: number | null;
  readonly database: string;
  /** Whether to use TLS, or the certificate authority of the server. Null: TLS unless the host is loopback. */
  readonly ssl: boolean | { readonly ca: string } | null;
  readonly schema: string | null;
}

/** What is needed to open the database of an integration. */
export interface DatabaseParts {
  readonly config: DatabaseConfig;
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
}

/**
 * Returns how to connect to the database of an integration: with the address of its host that passed the guard, and the
 * current version of its credential. Throws ConnectorFailure, and the errors of openCredential().
 */
export async function openSettings({
  config,
  openCredential,
  guard,
  onStep = () => {},
}: DatabaseParts): Promise<DatabaseSettings> {
  const { driver, host, port, database, schema, ssl } = config;
  onStep('resolve');
  const { address } = await guard.pin(host);
  const { metadata, secret } = await openCredential();
  return {
    driver,
    host,
    address,
    port: port ?? DEFAULT_PORTS[driver],
    database,
    schema,
    ssl: readSsl(ssl ?? !isLoopbackName(host)),
    username: metadata['username'] ?? '',
    password: secret['password'] ?? '',
  };
}

function readSsl(ssl: boolean | { readonly ca: string }): { ca?: string } | null {
  if (typeof ssl === 'object') return ssl;
  return ssl ? {} : null;
}

/** Data for a loopback address does not leave the machine. */
function isLoopbackName(host: string): boolean {
  return host.toLowerCase() === 'localhost' || /^127\./.test(host) || host === '::1';
}

const CODES: Readonly<Record<DatabaseFailure['code'], ConnectorCode>> = {
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  tls_failed: 'tls_failed',
  authentication_failed: 'authentication_failed',
  permission_denied: 'permission_denied',
  unavailable: 'unreachable',
  not_found: 'not_found',
  rejected: 'protocol_error',
};

/** Converts a failure of a database to one of a connector. */
export function toConnectorFailure({ code, message }: DatabaseFailure): ConnectorFailure {
  return new ConnectorFailure(CODES[code], message);
}
