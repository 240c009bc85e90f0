import type { BucketAccess, BucketSettings } from '../../state/settings/bucket-address.ts';
import type { OpenedCredential } from '../../state/vault/vault.ts';
import { createHostGuard } from '../host-guard.ts';
import type { S3Parts } from '../s3/s3.ts';

/** The type of the credentials of a bucket. */
export const BUCKET_CREDENTIAL = 'CLOUD_A_ACCESS_KEY';

/** Returns how a bucket is reached that the operator has named. Its keys are whole. */
export function createBucketConnection(
  { region, bucket, pathStyle, endpoint }: Omit<BucketSettings, 'access'>,
  openCredential: S3Parts['openCredential'],
): S3Parts {
  return {
    config: { region, bucket, prefix: '', pathStyle, ...(endpoint !== null && { endpoint }) },
    openCredential,
    // The operator has named the host, so it may be on this machine.
    guard: createHostGuard(endpoint === null ? [] : [hostOf(endpoint)]),
  };
}

function hostOf(endpoint: string): string {
  return new URL(endpoint).hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Returns the function that opens an access key of the environment. */
export function createKeyCredential({
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: Extract<BucketAccess, { kind: 'keys' }>): () => Promise<OpenedCredential> {
  const secret = { secretAccessKey, ...(sessionToken !== null && { sessionToken }) };
  const fixed = { id: 'environment', type: BUCKET_CREDENTIAL, version: 1, metadata: { accessKeyId }, secret };
  return async () => fixed;
}
