import type { ClientRequest } from 'node:http';
import { ConnectorFailure } from '../failure.ts';

/** The failure of a request on a connection that had been idle. The server may have closed it before the request. */
class StaleConnection extends ConnectorFailure {}

/** Returns true if a request failed because an idle connection had ended. The request can be sent again. */
export function isStaleConnection(error: unknown): boolean {
  return error instanceof StaleConnection;
}

/** Converts an error of a request without a response to a ConnectorFailure. */
export function toHttpFailure(error: Error, request: ClientRequest, url: URL): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (isTlsError(code)) {
    return new ConnectorFailure(
      'tls_failed',
      `The certificate or the TLS of ${url.host} was not accepted (${code}). For a private authority, start the service with NODE_EXTRA_CA_CERTS.`,
      'tls',
    );
  }
  if (request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')) {
    return new StaleConnection('connection_lost', `${url.host} ended the connection.`);
  }
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'connect') return new ConnectorFailure('connection_lost', `${url.host} ended the connection.`);
  return new ConnectorFailure(
    'unreachable',
    `${url.host} cannot be reached (${code}). Check host, port and firewall.`,
    'connect',
  );
}

/** Returns true if the code of a system error concerns TLS or a certificate. */
export function isTlsError(code: string): boolean {
  return /CERT|SIGNATURE|ALTNAME|SSL|TLS|EPROTO/.test(code);
}

/** Creates the failure for the status of a response. `named` names what was requested. */
export function createStatusFailure(status: number, named: string): ConnectorFailure {
  switch (status) {
    case 401:
      return createRejectedCredential();
    case 403:
      return new ConnectorFailure('permission_denied', `The credential may not access ${named}.`);
    case 404:
    case 410:
      return new ConnectorFailure('not_found', `There is no ${named}.`);
    case 409:
      return new ConnectorFailure('already_exists', `The server reports a conflict about ${named}.`);
    case 412:
      return new ConnectorFailure('source_changed', `${named} has another version by now.`);
    case 429:
    case 500:
    case 502:
    case 503:
    case 504:
      return new ConnectorFailure('unreachable', `The server cannot answer now (status ${status}).`);
    case 507:
      return new ConnectorFailure('disk_full', `The server has no space left for ${named}.`);
    default:
      return new ConnectorFailure('protocol_error', `The server answered with status ${status} about ${named}.`);
  }
}

/** Creates the failure of a credential that the server rejects. `reason` is a sentence. */
export function createRejectedCredential(reason = 'Check that it is the current one.'): ConnectorFailure {
  return new ConnectorFailure('authentication_failed', `The server rejected the credential. ${reason}`, 'authenticate');
}
