import type { ConnectStep } from './connector.ts';

/** The reasons for which an operation of a connector can fail. */
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

/** The codes for failures of the host or of the connection to it. All other codes concern a single operation. */
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

/** Thrown by connectors. The message is for users and contains no secret. */
export class ConnectorFailure extends Error {
  override readonly name = 'ConnectorFailure';
  readonly code: ConnectorCode;
  /** The step at which opening a connection failed. Null if the failure did not occur while a connection was opened. */
  readonly step: ConnectStep | null;

  constructor(code: ConnectorCode, message: string, step: ConnectStep | null = null) {
    super(message);
    this.code = code;
    this.step = step;
  }

  /** True if the host cannot be used or the connection failed. False if only this operation failed. */
  get isHostFailure(): boolean {
    return HOST_CODES.has(this.code);
  }
}
