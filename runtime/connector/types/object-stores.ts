import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { converted, describedAs } from '../../base/validation/schema.ts';
import { flag, matching, optional, text, url } from './config-members.ts';
import { type ConnectorType, defineConnectorType, targetOfUrl } from './connector-type.ts';
import { InvalidConfig } from './invalid-config.ts';

/** The name of a bucket or a container. It becomes a part of a host name or of a path. */
const bucketName = matching(/^[A-Za-z0-9$][A-Za-z0-9._-]{0,221}$/, 'is the name of a bucket or a container');

/** A part of a host name. */
const regionName = matching(/^[A-Za-z0-9-]{1,63}$/, 'is the name of a region, for example eu-central-2');

/** The beginning of names, up to a `/`. It may be empty. */
const prefix = converted(describedAs(z.string()), (value) => {
  const names = (value === '' ? '' : z.parse(text, value)).split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw new Error('is the path of a folder without ".."');
  return names.join('/');
});

const s3WithStyle = defineConnectorType({
  type: 'BUCKET_A',
  title: 'Bucket of Amazon S3, or compatible',
  words: {
    region: { description: 'For example eu-central-2.' },
    bucket: { description: 'Its name.' },
    pathStyle: {
      title: 'Bucket in the path',
      description:
        'Whether the name of the bucket is in the path instead of the host. Default: with an address of its own.',
    },
  },
  credentialTypes: ['CLOUD_A_ACCESS_KEY'],
  isCredentialRequired: true,
  isReadOnly: false,
  readable: 'paths',
  steps: ['resolve', 'connect', 'tls', 'authenticate'],
  config: {
    endpoint: optional(url, null),
    region: regionName,
    bucket: bucketName,
    prefix: optional(prefix, ''),
    pathStyle: optional(flag, false),
  },
  target: ({ endpoint, region }) => targetOfUrl(endpoint ?? `https://s3.${region}.amazonaws.com`),
  checkAll({ endpoint, pathStyle }) {
    if (endpoint === null || pathStyle || isIP(new URL(endpoint).hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return;
    throw new InvalidConfig('config.pathStyle', '"pathStyle" is true if "endpoint" is an address instead of a name.');
  },
  async load() {
    const { createS3Connector } = await import('../s3/s3.ts');
    return ({ endpoint, ...config }, { openCredential, guard, onStep }) => {
      const withEndpoint = { ...config, ...(endpoint === null ? {} : { endpoint }) };
      return createS3Connector({ config: withEndpoint, openCredential, guard, onStep });
    };
  },
});

/** BUCKET_A: a bucket of Amazon S3 or a compatible store. With an `endpoint`, `pathStyle` is true by default. */
export const s3: ConnectorType = {
  ...s3WithStyle,
  check(config, context) {
    const { endpoint, pathStyle } = (config ?? {}) as { endpoint?: unknown; pathStyle?: unknown };
    const isDefault = typeof endpoint === 'string' && (pathStyle ?? null) === null;
    return s3WithStyle.check(isDefault ? { ...(config as object), pathStyle: true } : config, context);
  },
};

/** BLOB_B: a container of Azure Blob Storage. */
export const azureBlob = defineConnectorType({
  type: 'BLOB_B',
  title: 'Container of Azure Blob Storage',
  words: {
    accountUrl: { title: 'Address of the account', description: 'For example https://acme.blob.core.windows.net.' },
    container: { description: 'Its name.' },
  },
  credentialTypes: ['CLOUD_B_SAS'],
  isCredentialRequired: true,
  isReadOnly: false,
  readable: 'paths',
  steps: ['resolve', 'connect', 'tls', 'authenticate'],
  config: { accountUrl: url, container: bucketName, prefix: optional(prefix, '') },
  target: ({ accountUrl }) => targetOfUrl(accountUrl),
  async load() {
    const { createAzureBlobConnector } = await import('../azure-blob/azure-blob.ts');
    return (config, { openCredential, guard, onStep }) =>
      createAzureBlobConnector({ config, openCredential, guard, onStep });
  },
});

/** STORAGE_C: a bucket of Google Cloud Storage. */
export const gcs = defineConnectorType({
  type: 'STORAGE_C',
  title: 'Bucket of Google Cloud Storage',
  words: {
    bucket: { description: 'Its name.' },
  },
  credentialTypes: ['CLOUD_C_SERVICE_ACCOUNT'],
  isCredentialRequired: true,
  isReadOnly: false,
  readable: 'paths',
  steps: ['resolve', 'connect', 'tls', 'authenticate'],
  config: { bucket: bucketName, prefix: optional(prefix, ''), endpoint: optional(url, null) },
  target: ({ endpoint }) => targetOfUrl(endpoint ?? 'https://storage.googleapis.com'),
  async load() {
    const { createGcsConnector } = await import('../gcs/gcs.ts');
    return ({ endpoint, ...config }, { openCredential, guard, onStep }) => {
      const withEndpoint = { ...config, ...(endpoint === null ? {} : { endpoint }) };
      return createGcsConnector({ config: withEndpoint, openCredential, guard, onStep });
    };
  },
});
