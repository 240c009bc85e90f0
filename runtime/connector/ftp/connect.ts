import { Client, FTPError } from 'basic-ftp';
import type { OpenedCredential } from '../../vault/vault.ts';
import type { OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HostGuard } from '../host-guard.ts';
import { printable } from '../remote-path.ts';
import { ANSWER_TIMEOUT_MS } from '../time-limit.ts';

export interface FtpConfig {
  readonly host: string;
  readonly port: number;
  /** The folder below which all paths lie, as the server sees it. */
  readonly root: string;
  /** EXPLICIT: the connection becomes one of TLS by AUTH TLS (RFC 4217). IMPLICIT: it begins as one. NONE: plain FTP. */
  readonly tls: 'NONE' | 'EXPLICIT' | 'IMPLICIT';
  /** A certificate authority in PEM, instead of those of the system. */
  readonly ca?: string;
  /** The time zone of the server's listings, for servers that have neither MLSD nor MDTM. */
  readonly timeZone: string;
  readonly maxConnections: number;
}

export interface FtpConnectParts {
  readonly config: FtpConfig;
  readonly credential: OpenedCredential;
  readonly guard: HostGuard;
  readonly onStep: OnStep;
}

/** Connects and logs in. Data connections go to the address of the control connection alone. Throws ConnectorFailure. */
export async function connectFtp({ config, credential, guard, onStep }: FtpConnectParts): Promise<Client> {
  onStep('resolve');
  const { host, address, family } = await guard.pin(config.host);
  const client = new Client(ANSWER_TIMEOUT_MS);
  client.ftp.ipFamily = family;
  const tls = { servername: host, host, ...(config.ca === undefined ? {} : { ca: config.ca }) };
  try {
    onStep('connect');
    if (config.tls === 'IMPLICIT') {
      onStep('tls');
      await client.connectImplicitTLS(address, config.port, tls);
    } else await client.connect(address, config.port);
    if (config.tls === 'EXPLICIT') {
      onStep('tls');
      await client.useTLS(tls);
    }
    onStep('authenticate');
    await client.useDefaultSettings();
    await client.login(credential.metadata['username'] ?? '', credential.secret['password'] ?? '');
    await client.useDefaultSettings();
    return client;
  } catch (error) {
    client.close();
    throw toFtpFailure(error, `${config.host}:${config.port}`);
  }
}

/** The failure that an error of basic-ftp means; `named` is the path or the host that was used. */
export function toFtpFailure(error: unknown, named: string): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const quoted = `"${printable(named)}"`;
  if (error instanceof FTPError) return toReplyFailure(error.code, quoted);
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  if (/timeout/i.test(message))
    return new ConnectorFailure('timed_out', `${quoted}: the server gave no answer for ${ANSWER_TIMEOUT_MS / 1000} s.`);
  if (/CERT|SIGNATURE|ALTNAME|SSL|TLS|EPROTO/.test(code)) {
    return new ConnectorFailure('tls_failed', `The certificate or TLS of the server is not accepted (${code}).`, 'tls');
  }
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(code)) {
    return new ConnectorFailure(
      'unreachable',
      `${quoted} cannot be reached (${code}). Check host, port and firewall.`,
      'connect',
    );
  }
  return new ConnectorFailure('connection_lost', `The connection ended while ${quoted} was used.`);
}

/** Replies of RFC 959, 4.2. */
function toReplyFailure(code: number, quoted: string): ConnectorFailure {
  switch (code) {
    case 530:
      return new ConnectorFailure(
        'authentication_failed',
        'The server refused the user or the password. Check that both are the current ones.',
        'authenticate',
      );
    case 421:
      return new ConnectorFailure('unreachable', 'The server takes no more connections now (421).', 'connect');
    case 452:
    case 552:
      return new ConnectorFailure('disk_full', `The server has no space left for ${quoted}.`);
    case 500:
    case 502:
    case 504:
      return new ConnectorFailure('not_supported', `The server does not support this operation on ${quoted}.`);
    case 550:
      return new ConnectorFailure('not_found', `There is no ${quoted} on the server, or the user may not access it.`);
    case 553:
      return new ConnectorFailure('permission_denied', `The server does not allow the name ${quoted}.`);
    default:
      return new ConnectorFailure('protocol_error', `The server answered ${code} about ${quoted}.`);
  }
}
