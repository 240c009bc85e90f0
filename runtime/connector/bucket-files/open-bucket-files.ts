import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BucketObjects, openBucketObjects } from '../s3/bucket-objects.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Log } from '../../base/log/json-log.ts';
import type { BucketAccess, BucketSettings } from '../../state/settings/bucket-address.ts';
import { BUCKET_CREDENTIAL, createBucketConnection, createKeyCredential } from './bucket-connection.ts';
import type { Spool } from '../../reading/source/spool.ts';
import type { FilesBinding } from '../../state/store/files-binding.ts';
import type { Store } from '../../state/store/store.ts';
import type { Vault, OpenedCredential } from '../../state/vault/vault.ts';
import { createBucketGuard } from './bucket-guard.ts';
import { createBucketSpool } from './bucket-spool.ts';
import { CannotUseBucket } from './cannot-use-bucket.ts';
import { VaultLocked } from '../../state/vault/unlock.ts';
import { CredentialRefused, type CredentialUse } from '../../state/vault/types/credential-binding.ts';
import { targetOfUrl } from '../types/connector-type.ts';

/** The received files in a bucket. */
export interface BucketFiles {
  readonly spool: Spool;
  /** Returns why the bucket cannot be used now; null if it can. */
  findProblem(): Promise<'files_unavailable' | null>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** What openBucketFiles() needs. */
export interface BucketFilesParts {
  readonly settings: BucketSettings;
  readonly store: Pick<Store, 'folder' | 'bindFiles'>;
  readonly vault: Vault | null;
  readonly log: Log;
  /** Maximum time to wait for a response, in milliseconds; 30 s by default. */
  readonly timeoutMs?: number;
}

/** The object with the id of the store whose runs the files belong to. */
const BINDING = 'store-id';
/** A bucket that does not answer within this time counts as unavailable, in milliseconds. */
const PROBE_MS = 3000;
const MAX_BINDING_BYTES = 1024;

/**
 * Opens the place for received files in a bucket, and binds it to the store. Checks that objects can be written, listed
 * and removed. Throws CannotUseBucket, FolderMismatch if the place belongs to another store, and StoreUnavailable.
 */
export async function openBucketFiles(parts: BucketFilesParts): Promise<BucketFiles> {
  const { settings, store, vault, log, timeoutMs } = parts;
  const { address, prefix } = settings;
  const root = prefix === '' ? '' : `${prefix}/`;
  const connection = {
    ...createBucketConnection(settings, createBucketCredential(settings.access, vault, useOf(settings))),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const [objects, transfers] = [openBucketObjects(connection), openBucketObjects(connection)];
  const close = async (): Promise<void> => {
    objects.close();
    transfers.close();
  };
  try {
    await checkAccess(objects, root);
    await store.bindFiles?.(createBinding(objects, { key: root + BINDING, address }));
  } catch (error) {
    await close();
    if (!(error instanceof ConnectorFailure)) throw error;
    throw new CannotUseBucket(`the bucket ${address} (--files) cannot be used. ${error.message}`);
  }
  const use = createBucketGuard(log);
  return {
    spool: createBucketSpool({ address, root, objects, transfers, dataFolder: store.folder, log, use }),
    async findProblem() {
      const found = use(() => objects.stat(root + BINDING)).then(
        (object) => object !== null,
        () => false,
      );
      const isUsable = await Promise.race([found, sleep(PROBE_MS, false, { ref: false })]);
      return isUsable ? null : 'files_unavailable';
    },
    close,
  };
}

function useOf({ endpoint, region }: BucketSettings): CredentialUse {
  return { type: 'BUCKET_A', ...targetOfUrl(endpoint ?? `https://s3.${region}.amazonaws.com`) };
}

async function checkAccess(objects: BucketObjects, root: string): Promise<void> {
  const key = `${root}probe-${randomUUID()}`;
  await writeObject(objects, key, 'probe');
  for await (const _ of objects.list(key)) break;
  await objects.remove(key);
}

async function writeObject(objects: BucketObjects, key: string, text: string): Promise<void> {
  const writer = objects.write(key);
  await writer.write(Buffer.from(text));
  await writer.commit();
}

function createBinding(objects: BucketObjects, { key, address }: { key: string; address: string }): FilesBinding {
  return {
    address,
    async read() {
      const object = await objects.stat(key);
      if (object === null) return null;
      const to = Math.min(object.size, MAX_BINDING_BYTES);
      const { bytes } = await objects.read(key, { from: 0, to, ifVersion: object.version });
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(Uint8Array.from(chunk));
      return Buffer.concat(chunks).toString('utf8').trim();
    },
    write: (id) => writeObject(objects, key, `${id}\n`),
  };
}

/** How long a secret is used before the vault is asked again, in milliseconds. After that, a rotated one is used. */
const FRESH_MS = 30_000;

/**
 * Creates the function that returns the current credential of the bucket. While the vault cannot be read, it returns the
 * last one. Throws CannotUseBucket if there is no such credential, or if it is of another type.
 */
function createBucketCredential(
  access: BucketAccess,
  vault: Vault | null,
  use: CredentialUse,
): () => Promise<OpenedCredential> {
  if (access.kind === 'keys') return createKeyCredential(access);
  let last: { credential: OpenedCredential; at: number } | null = null;
  return async () => {
    if (last !== null && performance.now() - last.at < FRESH_MS) return last.credential;
    try {
      last = { credential: await openCredential(access.name, vault, use), at: performance.now() };
    } catch (error) {
      if (last === null) throw error;
      last.at = performance.now();
    }
    return last.credential;
  };
}

async function openCredential(name: string, vault: Vault | null, use: CredentialUse): Promise<OpenedCredential> {
  try {
    const found = (await vault?.findByName(name)) ?? null;
    const credential = found === null ? null : ((await vault?.open(found.id, use)) ?? null);
    if (credential === null)
      throw new CannotUseBucket(
        `there is no credential "${name}" (--files-credential). Start the service once without --files, create the credential with POST /api/v1/credentials, and start it again`,
      );
    if (credential.type !== BUCKET_CREDENTIAL)
      throw new CannotUseBucket(
        `the credential "${name}" (--files-credential) has the type ${credential.type}. A bucket requires ${BUCKET_CREDENTIAL}`,
      );
    return credential;
  } catch (error) {
    if (error instanceof VaultLocked || error instanceof CredentialRefused)
      throw new CannotUseBucket(`the credential "${name}" (--files-credential) cannot be read. ${error.message}`);
    throw error;
  }
}
