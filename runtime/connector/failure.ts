import type { ConnectStep } from './connector.ts';

/** Why an outside system did not do what it was asked. */
export type ConnectorCode =
  | 'address_refused'
  | 'host_not_found'
  | 'unreachable'
  | 'timed_out'
  | 'host_key_unknown'
  | 'tls_failed'
  | 'authentication_failed'
  | 'permission_denied'
  | 'not_found'
  | 'already_exists'
  | 'source_changed'
  | 'invalid_path'
  | 'disk_full'
  | 'not_supported'
  | 'protocol_error'
  | 'connection_lost';

/** Failures of the host or of the way to it; the others are about one file. */
const HOST_CODES: ReadonlySet<ConnectorCode> = new Set([
  'address_refused',
  'host_not_found',
  'unreachable',
  'timed_out',
  'host_key_unknown',
  'tls_failed',
  'authentication_failed',
  'connection_lost',
]);

/** Thrown by every connector. The message says what to do, and holds no secret. */
export class ConnectorFailure extends Error {
  override readonly name = 'ConnectorFailure';
  readonly code: ConnectorCode;
  /** The step of the connection that failed; null where the connection was open. */
  readonly step: ConnectStep | null;

  constructor(code: ConnectorCode, message: string, step: ConnectStep | null = null) {
    super(message);
    this.code = code;
    this.step = step;
  }

  /** Whether the host is at fault: then no attempt is counted against a file. */
  get isHostFailure(): boolean {
    return HOST_CODES.has(this.code);
  }
}
