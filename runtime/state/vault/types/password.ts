import { type CredentialType, createPlainCheck } from './credential-type.ts';

/** PASSWORD: a user name and a password, for SFTP, FTP, HTTP Basic and databases. */
export const password: CredentialType = {
  type: 'PASSWORD',
  title: 'User and password',
  words: {
    username: { title: 'User', description: 'The name with which the service logs in.' },
  },
  secret: { password: true },
  metadata: { username: true },
  check: createPlainCheck('password'),
};
