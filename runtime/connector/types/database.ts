import { isIP } from 'node:net';
import { DATABASE_DRIVERS } from '../../base/database/settings.ts';
import { type ConfigMember, flag, host, oneOf, optional, port, text } from './config-members.ts';
import { type ConnectorType, defineConnectorType } from './connector-type.ts';
import { InvalidConfig } from './invalid-config.ts';

const MAX_CERTIFICATE_LENGTH = 100_000;

/** `true`, `false`, or the certificate authority of the server: `{ ca: PEM }`. */
const ssl: ConfigMember<boolean | { readonly ca: string }> = {
  read(value) {
    if (typeof value !== 'object' || value === null) return flag.read(value);
    const { ca, ...others } = value as { ca?: unknown };
    const isCertificate =
      typeof ca === 'string' && ca.length <= MAX_CERTIFICATE_LENGTH && /-----BEGIN CERTIFICATE/.test(ca);
    if (!isCertificate || Object.keys(others).length > 0)
      throw new Error('is true, false, or an object with "ca", the certificate of an authority in PEM');
    return { ca };
  },
};

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
  credentialTypes: ['PASSWORD'],
  isCredentialRequired: true,
  isReadOnly: true,
  steps: ['resolve', 'connect', 'tls', 'authenticate'],
  config: shape,
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
