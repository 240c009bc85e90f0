import { X509Certificate } from 'node:crypto';
import * as z from 'zod/mini';
import { absolutePath, host, integer, oneOf, optional, port, text } from './config-members.ts';
import { type ConnectorType, defineConnectorType } from './connector-type.ts';

const MAX_CA_LENGTH = 64 * 1024;

/** Certificates of authorities in PEM. */
const CERTIFICATES = 'is a list of certificates in PEM, with at most 64 KiB';
const certificates = z
  .string(CERTIFICATES)
  .check(z.maxLength(MAX_CA_LENGTH, CERTIFICATES), z.refine(isCertificate, CERTIFICATES));

/** The name of an IANA time zone. */
const timeZone = text.check(z.refine(isTimeZone, 'is the name of a time zone, for example Europe/Zurich'));

const members = {
  host,
  port: optional(port, 21),
  root: optional(absolutePath, '/'),
  timeZone: optional(timeZone, 'UTC'),
  maxConnections: optional(integer(1, 64), 4),
};

/** FTP: a server with FTP (RFC 959), without encryption. */
export const ftp = defineConnectorType({
  type: 'FTP',
  title: 'FTP server, without encryption',
  words: {
    port: { description: 'Default: 21.' },
  },
  credentialTypes: ['PASSWORD'],
  isCredentialRequired: true,
  isReadOnly: false,
  readable: 'paths',
  steps: ['resolve', 'connect', 'authenticate'],
  config: members,
  target: ({ host: name, port: at }) => ({ host: name, port: at, usualPort: 21, isPlainHttp: false }),
  async load() {
    const { createFtpConnector } = await import('../ftp/ftp.ts');
    return (config, { openCredential, guard, onStep }) =>
      createFtpConnector({ config: { ...config, tls: 'NONE' }, openCredential, guard, onStep });
  },
});

const ftpsWithPort = defineConnectorType({
  type: 'FTPS',
  title: 'FTPS server',
  words: {
    port: { description: 'Default: 21, and 990 if TLS is implicit.' },
    tls: { title: 'Beginning of TLS', description: 'EXPLICIT: after the connection was opened. IMPLICIT: with it.' },
    ca: {
      title: 'Certificates',
      description: 'Of the authorities that the server is trusted with, in PEM. Default: those that are known.',
    },
  },
  credentialTypes: ['PASSWORD'],
  isCredentialRequired: true,
  isReadOnly: false,
  readable: 'paths',
  steps: ['resolve', 'connect', 'tls', 'authenticate'],
  config: {
    ...members,
    tls: optional(oneOf('EXPLICIT', 'IMPLICIT'), 'EXPLICIT'),
    ca: optional(certificates, null),
  },
  target: ({ host: name, port: at, tls }) => ({
    host: name,
    port: at,
    usualPort: tls === 'IMPLICIT' ? 990 : 21,
    isPlainHttp: false,
  }),
  async load() {
    const { createFtpConnector } = await import('../ftp/ftp.ts');
    return ({ ca, ...config }, { openCredential, guard, onStep }) =>
      createFtpConnector({
        config: { ...config, ...(ca === null ? {} : { ca }) },
        openCredential,
        guard,
        onStep,
      });
  },
});

/** FTPS: a server with FTP over TLS (RFC 4217). The default port is 21, and 990 if TLS is implicit. */
export const ftps: ConnectorType = {
  ...ftpsWithPort,
  check(config, context) {
    const { tls } = (config ?? {}) as { tls?: unknown };
    return ftpsWithPort.check(tls === 'IMPLICIT' ? { port: 990, ...(config as object) } : config, context);
  },
};

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
