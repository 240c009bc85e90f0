import { FTPError } from 'basic-ftp';
import { ConnectorFailure } from '../failure.ts';
import { isTlsError } from '../http/http-failure.ts';
import { printable } from '../remote-path.ts';

/** Converts an error of basic-ftp to a ConnectorFailure. `named` is the path or the host that was used. */
export function toFtpFailure(error: unknown, named: string): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const quoted = `"${printable(named)}"`;
  if (error instanceof FTPError) return toReplyFailure(error, quoted);
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  if (/timeout/i.test(message))
    return new ConnectorFailure('timed_out', `${quoted}: the server did not answer in time.`);
  if (isTlsError(code))
    return new ConnectorFailure(
      'tls_failed',
      `The certificate or the TLS of the server was not accepted (${code}). If a private authority issued it, set "ca".`,
      'tls',
    );
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(code)) {
    return new ConnectorFailure(
      'unreachable',
      `${quoted} cannot be reached (${code}). Check host, port and firewall.`,
      'connect',
    );
  }
  return new ConnectorFailure('connection_lost', `The connection ended while ${quoted} was used.`);
}

/** Returns the result of `work`. Throws its error as a ConnectorFailure that names `path`. */
export async function wrapFtp<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFtpFailure(error, path);
  }
}

/** Converts a negative reply (RFC 959, 4.2; RFC 4217, 4). */
function toReplyFailure({ code, message }: FTPError, quoted: string): ConnectorFailure {
  if (code >= 500 && /\b(?:encrypt|TLS|SSL)/i.test(message)) {
    const advice = 'Check "tls", and use the type FTPS if the server requires encryption.';
    return new ConnectorFailure('tls_failed', `The server rejects this kind of encryption (${code}). ${advice}`, 'tls');
  }
  if (code === 500 && /^500 OOPS\b/.test(message))
    return new ConnectorFailure(
      'protocol_error',
      'The server cannot open a session because of an error in its configuration (500 OOPS). Ask the operator.',
    );
  switch (code) {
    case 430:
    case 530:
    case 532:
      return new ConnectorFailure(
        'authentication_failed',
        'The server rejected the user or the password. Check that both are the current ones.',
        'authenticate',
      );
    case 421:
      return new ConnectorFailure('unreachable', 'The server accepts no more connections now (421).', 'connect');
    case 425:
    case 426:
      return new ConnectorFailure('connection_lost', `The data connection for ${quoted} failed (${code}).`);
    case 452:
    case 552:
      return new ConnectorFailure('disk_full', `The server has no space left for ${quoted}.`);
    case 431:
    case 522:
    case 534:
    case 536:
      return new ConnectorFailure('tls_failed', `The server rejects this kind of encryption (${code}).`, 'tls');
    case 500:
    case 501:
    case 502:
    case 504:
      return new ConnectorFailure('not_supported', `The server does not support this operation on ${quoted}.`);
    case 450:
    case 550:
      return toFileFailure(code, message, quoted);
    case 553:
      return new ConnectorFailure('permission_denied', `The server does not permit the name ${quoted}.`);
    default:
      return new ConnectorFailure('protocol_error', `The server replied ${code} about ${quoted}.`);
  }
}

/** The replies 450 and 550 have several reasons, which only their text shows. */
function toFileFailure(code: number, message: string, quoted: string): ConnectorFailure {
  if (/permission|denied|not allowed|forbidden/i.test(message))
    return new ConnectorFailure(
      'permission_denied',
      `The user may not access ${quoted}. Ask the operator for the right.`,
    );
  if (code === 450 && !/no such|not found|does not exist/i.test(message))
    return new ConnectorFailure('protocol_error', `The server cannot use ${quoted} now (450).`);
  return new ConnectorFailure('not_found', `There is no ${quoted} on the server, or the user may not access it.`);
}
