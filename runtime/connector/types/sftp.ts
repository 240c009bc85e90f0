import { absolutePath, type ConfigMember, host, integer, listOf, optional, port, text } from './config-members.ts';
import { defineConnectorType } from './connector-type.ts';

/** The fingerprint of a host key, as OpenSSH prints it. */
const hostKey: ConfigMember<string> = {
  read(value) {
    const fingerprint = text.read(value).replace(/=+$/, '');
    if (!/^SHA256:[A-Za-z0-9+/]{43}$/.test(fingerprint))
      throw new Error('has fingerprints as "ssh-keygen -l" prints them: SHA256: and 43 characters');
    return fingerprint;
  },
};

/** SFTP: a server with SFTP version 3 over SSH. */
export const sftp = defineConnectorType({
  type: 'SFTP',
  credentialTypes: ['SSH_KEY', 'PASSWORD'],
  isCredentialRequired: true,
  isReadOnly: false,
  steps: ['resolve', 'connect', 'hostKey', 'authenticate'],
  config: {
    host,
    port: optional(port, 22),
    root: optional(absolutePath, '/'),
    // An empty list is valid. The connection test then reports the fingerprint that the server shows.
    hostKeys: optional(listOf(hostKey), []),
    maxConnections: optional(integer(1, 64), 4),
  },
  async load() {
    const { createSftpConnector } = await import('../sftp/sftp.ts');
    return (config, { openCredential, guard, onStep }) =>
      createSftpConnector({ config, openCredential, guard, onStep });
  },
});
