import type { ConnectorType } from './connector-type.ts';
import { database } from './database.ts';
import { ftp, ftps } from './ftp.ts';
import { InvalidConfig } from './invalid-config.ts';
import { localFs } from './local-fs.ts';
import { blobB, bucketA, storageC } from './object-stores.ts';
import { restApi } from './rest-api.ts';
import { sftp } from './sftp.ts';

/** All types of systems that an integration can connect to. A new type needs a new file and a line here. */
export const connectorTypes: readonly ConnectorType[] = [
  ...[sftp, ftp, ftps, bucketA, blobB, storageC, restApi, database, localFs],
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
