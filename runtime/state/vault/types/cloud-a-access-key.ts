import { type CredentialType, createPlainCheck } from './credential-type.ts';

/** CLOUD_A_ACCESS_KEY: an access key for Amazon S3 and compatible stores (AWS Signature Version 4). */
export const cloudAAccessKey: CredentialType = {
  type: 'CLOUD_A_ACCESS_KEY',
  title: 'Access key of Amazon S3, or compatible',
  words: {
    accessKeyId: { title: 'Id of the access key' },
    secretAccessKey: { title: 'Secret of the access key' },
    sessionToken: { description: 'Of temporary keys only.' },
  },
  secret: { secretAccessKey: true, sessionToken: false },
  metadata: { accessKeyId: true },
  check: createPlainCheck('secretAccessKey'),
};
