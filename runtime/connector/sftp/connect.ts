import { createHash } from 'node:crypto';
import ssh2 from 'ssh2';
import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HostGuard } from '../host-guard.ts';
import { connect, type Socket } from 'node:net';

/** The settings of an SFTP server. */
export interface SftpConfig {
  readonly host: string;
  readonly port: number;
  /** The absolute path of a folder on the server. All paths are relative to it. */
  readonly root: string;
  /**
   * Fingerprints of the server's keys, as OpenSSH prints them: `SHA256:…`. If the list is empty, every connection is
   * rejected.
   */
  readonly hostKeys: readonly string[];
  /** Maximum number of connections that are open at the same time. */
  readonly maxConnections: number;
}

/** An open session of the SFTP protocol, version 3. */
export interface SftpSession {
  readonly client: ssh2.Client;
  readonly sftp: ssh2.SFTPWrapper;
}

/** What connectSftp() needs. `onStep` is called when each step of opening the connection begins. */
export interface ConnectParts {
  readonly config: SftpConfig;
  readonly credential: OpenedCredential;
  readonly guard: HostGuard;
  readonly onStep: OnStep;
  /** Maximum time to open a connection, in milliseconds; 10 s by default. */
  readonly timeoutMs?: number | undefined;
}

const READY_TIMEOUT_MS = 10_000;
/**
 * Interval of the keep-alive messages, in milliseconds. After two without a response the connection ends, so a silent
 * server is noticed within 30 s.
 */
const KEEP_ALIVE_MS = 10_000;
const KEEP_ALIVES = 2;

/**
 * Opens a connection, checks the key of the server, authenticates, and starts the SFTP protocol. Throws
 * ConnectorFailure.
 */
export async function connectSftp({
  config,
  credential,
  guard,
  onStep,
  timeoutMs,
}: ConnectParts): Promise<SftpSession> {
  onStep('resolve');
  const { address } = await guard.pin(config.host);
  onStep('connect');
  const client = new ssh2.Client();
  let seen: string | null = null;
  let isReady = false;
  try {
    await new Promise<void>((resolve, reject) => {
      client
        .once('ready', () => {
          isReady = true;
          resolve();
        })
        // The listener remains, because an error event without a listener would end the process. A later error is
        // reported by the call that it interrupts.
        .on('error', reject)
        .once('close', () => reject(new Error('the server closed the connection')))
        .once('connect', () => onStep('hostKey'))
        .connect({
          // Packets that are not encrypted yet are parts of the bytes that were read. ssh2 keeps some for the key exchange.
          sock: openSshSocket({ host: address, port: config.port }, () => !isReady),
          readyTimeout: timeoutMs ?? READY_TIMEOUT_MS,
          keepaliveInterval: KEEP_ALIVE_MS,
          keepaliveCountMax: KEEP_ALIVES,
          hostVerifier: (key: Buffer) => {
            seen = fingerprintOf(key);
            const isKnown = config.hostKeys.includes(seen);
            if (isKnown) onStep('authenticate');
            return isKnown;
          },
          ...authentication(credential),
        });
    });
    return { client, sftp: await openSftp(client) };
  } catch (error) {
    client.destroy();
    throw toConnectFailure(error, config, seen);
  }
}

/** Returns the fingerprint of a public key as OpenSSH prints it: SHA-256 in base64 without padding, after `SHA256:`. */
export function fingerprintOf(key: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

function authentication({ type, metadata, secret }: OpenedCredential): ssh2.ConnectConfig {
  const username = metadata['username'] ?? '';
  if (type === 'PASSWORD') return { username, password: secret['password'] ?? '' };
  const { privateKey = '', passphrase } = secret;
  return { username, privateKey, ...(passphrase === undefined ? {} : { passphrase }) };
}

function openSftp(client: ssh2.Client): Promise<ssh2.SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => (error === undefined ? resolve(sftp) : reject(error)));
  });
}

function toConnectFailure(error: unknown, { host, port, hostKeys }: SftpConfig, seen: string | null): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const { level, code } = error as { level?: string; code?: string };
  if (seen !== null && !hostKeys.includes(seen)) {
    const advice = hostKeys.length === 0 ? 'hostKeys is empty. Compare' : 'That is none of hostKeys. Compare';
    return new ConnectorFailure(
      'host_key_unknown',
      `The server showed the key ${seen}. ${advice} it with the fingerprint that the operator of ${host} names, then add it to hostKeys.`,
      'hostKey',
    );
  }
  if (level === 'client-authentication') {
    return new ConnectorFailure(
      'authentication_failed',
      'The server refused the user or the secret. Check the user name, and that the key or password is the current one.',
      'authenticate',
    );
  }
  if (level === 'client-timeout') {
    return new ConnectorFailure(
      'timed_out',
      `${host}:${port} did not answer in time.`,
      seen === null ? 'connect' : 'authenticate',
    );
  }
  if (seen !== null)
    return new ConnectorFailure('connection_lost', `${host}:${port} ended the connection.`, 'authenticate');
  const reason = code === undefined ? 'it does not speak SSH, or ended the connection' : code;
  return new ConnectorFailure(
    'unreachable',
    `${host}:${port} cannot be reached (${reason}). Check host, port and firewall.`,
    'connect',
  );
}

/** Number of bytes that one system call reads. With the 64 KiB of Node.js, a packet of SSH is often in two reads. */
const READ_BYTES = 256 * 1024;

/**
 * Connects to an address, and returns a socket for ssh2. All bytes are read into one buffer, because allocating a new
 * buffer for each read takes more time than decrypting it. `keepsBytes` is called for each read. If it returns true, ssh2
 * may keep the bytes, so it receives a copy.
 */
function openSshSocket(address: { host: string; port: number }, keepsBytes: () => boolean): Socket {
  const socket = connect({
    ...address,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback(length, buffer) {
        const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length);
        // Such a socket has no "data" event. ssh2 waits for it.
        socket.emit('data', keepsBytes() ? Buffer.from(bytes) : bytes);
        return true;
      },
    },
  });
  // The first bytes of the server must not arrive before ssh2 listens. ssh2 resumes the socket then.
  return socket.pause();
}
