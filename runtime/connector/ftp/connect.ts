import { isIP } from 'node:net';
import { Client } from 'basic-ftp';
import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { OnStep } from '../connector.ts';
import type { HostGuard, PinnedHost } from '../host-guard.ts';
import { ANSWER_TIMEOUT_MS } from '../time-limit.ts';
import { toFtpFailure } from './ftp-failure.ts';

/** The settings of an FTP server. */
export interface FtpConfig {
  readonly host: string;
  readonly port: number;
  /** The absolute path of a folder on the server. All paths are relative to it. */
  readonly root: string;
  /** EXPLICIT: the command AUTH TLS starts TLS (RFC 4217). IMPLICIT: the connection starts with TLS. NONE: plain FTP. */
  readonly tls: 'NONE' | 'EXPLICIT' | 'IMPLICIT';
  /** Certificates of authorities in PEM, instead of those of the system. */
  readonly ca?: string;
  /** The IANA time zone of the server's listings. It is used only if the server supports neither MLSD nor MDTM. */
  readonly timeZone: string;
  /** Maximum number of connections that are open at the same time. */
  readonly maxConnections: number;
}

/** What connectFtp() needs. `onStep` is called when each step of opening the connection begins. */
export interface FtpConnectParts {
  readonly config: FtpConfig;
  readonly credential: OpenedCredential;
  readonly guard: HostGuard;
  readonly onStep: OnStep;
  /** Maximum time to wait for a response, in milliseconds; 30 s by default. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Opens a connection and authenticates. Throws ConnectorFailure. basic-ftp opens data connections to the address of the
 * control connection only, so the guard has checked them, too.
 */
export async function connectFtp({ config, credential, guard, onStep, timeoutMs }: FtpConnectParts): Promise<Client> {
  onStep('resolve');
  const pinned = await guard.pin(config.host);
  const client = new Client(timeoutMs ?? ANSWER_TIMEOUT_MS);
  try {
    onStep('connect');
    await openControlConnection(client, { pinned, config, onStep });
    onStep('authenticate');
    // User names may have other characters than ASCII.
    await client.sendIgnoringError('OPTS UTF8 ON');
    await client.login(credential.metadata['username'] ?? '', credential.secret['password'] ?? '');
    await client.useDefaultSettings();
    return client;
  } catch (error) {
    client.close();
    throw toFtpFailure(error, `${config.host}:${config.port}`);
  }
}

async function openControlConnection(
  client: Client,
  { pinned, config, onStep }: { pinned: PinnedHost; config: FtpConfig; onStep: OnStep },
): Promise<void> {
  const { host, address, family } = pinned;
  client.ftp.ipFamily = family;
  // If "host" were the name, tls.connect() would resolve it again, and the connection could go to another address.
  const tls = {
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(config.ca === undefined ? {} : { ca: config.ca }),
  };
  if (config.tls === 'IMPLICIT') {
    const connected = client.connectImplicitTLS(address, config.port, tls);
    client.ftp.socket.once('connect', () => onStep('tls'));
    await connected;
    return;
  }
  await client.connect(address, config.port);
  if (config.tls === 'NONE') return;
  onStep('tls');
  await client.useTLS(tls);
}
