import { type ConnectorType, defineConnectorType } from './connector-type.ts';
import { ftp, ftps } from './ftp.ts';
import { InvalidConfig } from './invalid-config.ts';
import { azureBlob, s3, gcs } from './object-stores.ts';
import { restApi } from './rest-api.ts';
import { resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import { converted, describedAs } from '../../base/validation/schema.ts';
import { absolutePath, host, integer, listOf, matching, optional, port, text, flag, oneOf } from './config-members.ts';
import { isIP } from 'node:net';
import { DATABASE_DRIVERS, DEFAULT_PORTS } from '../../base/database/settings.ts';

const MAX_CERTIFICATE_LENGTH = 100_000;

/** `true`, `false`, or the certificate authority of the server: `{ ca: PEM }`. */
const authority = z.strictObject({
  ca: z.string().check(z.maxLength(MAX_CERTIFICATE_LENGTH), z.regex(/-----BEGIN CERTIFICATE/)),
});
const ssl = converted(describedAs(z.union([flag, authority])), (value) => {
  if (typeof value !== 'object' || value === null) return z.parse(flag, value);
  const { success, data } = z.safeParse(authority, value);
  if (!success) throw new Error('is true, false, or an object with "ca", the certificate of an authority in PEM');
  return data;
});

const shape = {
  driver: oneOf(...DATABASE_DRIVERS),
  host,
  port: optional(port, null),
  database: text,
  ssl: optional(ssl, null),
  schema: optional(text, null),
};

/** DATABASE: PostgreSQL or MariaDB. The port defaults to that of the driver. TLS is the default except on loopback. */
export const database: ConnectorType = defineConnectorType({
  type: 'DATABASE',
  title: 'Database (PostgreSQL, MariaDB)',
  words: {
    host: { description: 'The name or the address of the server, for example db.company.example.' },
    port: { description: 'Default: that of the driver, 5432 or 3306.' },
    database: { description: 'Its name on the server.' },
    ssl: {
      title: 'Encryption',
      description:
        'Whether the connection uses TLS: `true`, `false`, or `{ "ca": "…" }`. Default: yes, except on this machine.',
    },
    'ssl:ca': { title: 'Yes, with a certificate of your own' },
    'ssl.ca': {
      title: 'Certificate of the authority',
      description: 'In PEM: it begins with -----BEGIN CERTIFICATE-----.',
    },
    schema: { description: 'Of PostgreSQL: the only schema in which names are looked up.' },
    tables: {
      title: 'Tables for bound keys',
      description:
        'Patterns of the tables that keys which are bound to the integration may read, one on each line. Default: all but those of the system.',
    },
    driver: { title: 'Kind of database', description: 'PostgreSQL or MariaDB.' },
  },
  credentialTypes: ['PASSWORD'],
  isCredentialRequired: true,
  isReadOnly: true,
  readable: 'tables',
  steps: ['resolve', 'connect', 'tls', 'authenticate'],
  config: shape,
  target({ driver, host: name, port: at }) {
    const usualPort = DEFAULT_PORTS[driver];
    return { host: name, port: at ?? usualPort, usualPort, isPlainHttp: false };
  },
  checkAll({ driver, host: name, ssl: isSecure, schema }) {
    if (driver !== 'mariadb') return;
    if (schema !== null)
      throw new InvalidConfig('config.schema', '"schema" is for PostgreSQL. MariaDB has databases only.');
    // The client compares the certificate with a name, never with an address.
    if (isIP(name) !== 0 && isSecure !== false && isSecure !== null)
      throw new InvalidConfig('config.host', '"host" is a name if MariaDB is reached with TLS.');
  },
  async load() {
    const { createDatabaseConnector } = await import('../database/database.ts');
    return (config, { openCredential, guard, onStep }) =>
      createDatabaseConnector({ config, openCredential, guard, onStep });
  },
});

/** The fingerprint of a host key, as OpenSSH prints it. */
const hostKey = converted(
  matching(
    /^SHA256:[A-Za-z0-9+/]{43}=*$/,
    'has fingerprints as "ssh-keygen -l" prints them: SHA256: and 43 characters',
  ),
  (fingerprint) => fingerprint.replace(/=+$/, ''),
);

/** SFTP: a server with SFTP version 3 over SSH. */
const sftp = defineConnectorType({
  type: 'SFTP',
  title: 'SFTP server',
  words: {
    port: { description: 'Default: 22.' },
    hostKeys: {
      description:
        'The fingerprints of the server, one on each line: SHA256: and 43 characters. Leave it empty, and the test of the connection shows what the server has.',
    },
  },
  credentialTypes: ['SSH_KEY', 'PASSWORD'],
  isCredentialRequired: true,
  isReadOnly: false,
  readable: 'paths',
  steps: ['resolve', 'connect', 'hostKey', 'authenticate'],
  config: {
    host,
    port: optional(port, 22),
    root: optional(absolutePath, '/'),
    // An empty list is valid. The connection test then reports the fingerprint that the server shows.
    hostKeys: optional(listOf(hostKey), []),
    maxConnections: optional(integer(1, 64), 4),
  },
  target: ({ host: name, port: at }) => ({ host: name, port: at, usualPort: 22, isPlainHttp: false }),
  async load() {
    const { createSftpConnector } = await import('../sftp/sftp.ts');
    return (config, { openCredential, guard, onStep }) =>
      createSftpConnector({ config, openCredential, guard, onStep });
  },
});

/** LOCAL_FS: a folder of the machine, below one of --local-roots. */
const localFs = defineConnectorType({
  type: 'LOCAL_FS',
  title: "Folder of the service's machine",
  words: {
    root: {
      title: 'Folder',
      description: 'An absolute path, for example /srv/files. The operator permits folders with --local-roots.',
    },
  },
  credentialTypes: [],
  isCredentialRequired: false,
  isReadOnly: false,
  readable: 'paths',
  steps: ['resolve'],
  config: { root: absolutePath },
  target: () => null,
  checkAll({ root }, { localRoots }) {
    const isBelow = (folder: string) => `${root}/`.startsWith(resolve(folder).replace(/\/?$/, sep));
    if (localRoots === null || localRoots.some(isBelow)) return;
    throw new InvalidConfig(
      'config.root',
      '"root" is not below a folder that the service may use. The operator names such folders with --local-roots.',
    );
  },
  async load() {
    const { createLocalFsConnector } = await import('../local-fs/local-fs.ts');
    return ({ root }, { localRoots, onStep }) => createLocalFsConnector({ root, localRoots, onStep });
  },
});

/** All types of systems that an integration can connect to. A new type needs a new file and a line here. */
export const connectorTypes: readonly ConnectorType[] = [
  ...[sftp, ftp, ftps, s3, azureBlob, gcs, restApi, database, localFs],
];

/** Returns the connector type with this name. Throws InvalidConfig for the field `type` if there is none. */
export function findConnectorType(type: unknown): ConnectorType {
  const found = connectorTypes.find((candidate) => candidate.type === type);
  if (found !== undefined) return found;
  throw new InvalidConfig('type', `"type" is one of ${connectorTypes.map((candidate) => candidate.type).join(', ')}.`);
}

/**
 * Checks that a credential fits a connector type. `credentialType` is null if the integration has no credential. Throws
 * InvalidConfig for the field `credentialId`.
 */
export function checkCredentialType(connector: ConnectorType, credentialType: string | null): void {
  const { type, credentialTypes, isCredentialRequired } = connector;
  if (credentialType === null ? !isCredentialRequired : credentialTypes.includes(credentialType)) return;
  const fitting = credentialTypes.join(' or ');
  throw new InvalidConfig(
    'credentialId',
    credentialType === null
      ? `${type} needs a credential of the type ${fitting}.`
      : `${type} takes ${fitting === '' ? 'no credential' : `a credential of the type ${fitting}`}, and this one has the type ${credentialType}.`,
  );
}
