import type { BucketAccess } from '../../state/settings/files.ts';
import type { OpenedCredential, Vault } from '../../state/vault/vault.ts';
import { VaultLocked } from '../../state/vault/unlock.ts';
import { CannotUseBucket } from './cannot-use-bucket.ts';

/** How long a secret is used before the vault is asked again, in milliseconds. After that, a rotated one is used. */
const FRESH_MS = 30_000;
const TYPE = 'CLOUD_A_ACCESS_KEY';

/**
 * Creates the function that returns the current credential of the bucket. While the vault cannot be read, it returns the
 * last one. Throws CannotUseBucket if there is no such credential, or if it is of another type.
 */
export function createBucketCredential(access: BucketAccess, vault: Vault | null): () => Promise<OpenedCredential> {
  if (access.kind === 'keys') {
    const { accessKeyId, secretAccessKey, sessionToken } = access;
    const secret = { secretAccessKey, ...(sessionToken !== null && { sessionToken }) };
    const fixed = { id: 'environment', type: TYPE, version: 1, metadata: { accessKeyId }, secret };
    return async () => fixed;
  }
  let last: { credential: OpenedCredential; at: number } | null = null;
  return async () => {
    if (last !== null && performance.now() - last.at < FRESH_MS) return last.credential;
    try {
      last = { credential: await openCredential(access.name, vault), at: performance.now() };
    } catch (error) {
      if (last === null) throw error;
      last.at = performance.now();
    }
    return last.credential;
  };
}

async function openCredential(name: string, vault: Vault | null): Promise<OpenedCredential> {
  try {
    const found = (await vault?.findByName(name)) ?? null;
    const credential = found === null ? null : ((await vault?.open(found.id)) ?? null);
    if (credential === null)
      throw new CannotUseBucket(
        `there is no credential "${name}" (--files-credential). Start the service once without --files, create the credential with POST /api/v1/credentials, and start it again`,
      );
    if (credential.type !== TYPE)
      throw new CannotUseBucket(
        `the credential "${name}" (--files-credential) has the type ${credential.type}. A bucket requires ${TYPE}`,
      );
    return credential;
  } catch (error) {
    if (error instanceof VaultLocked)
      throw new CannotUseBucket(`the credential "${name}" (--files-credential) cannot be read. ${error.message}`);
    throw error;
  }
}
