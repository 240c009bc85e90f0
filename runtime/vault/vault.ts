import { randomUUID } from 'node:crypto';
import type { CredentialRemoved, CredentialStore, StoredCredential } from '../store/credential-store.ts';
import type { CheckedCredential, Texts } from './types/credential-type.ts';
import { checkCredential } from './credential-types.ts';
import { hintOf } from './hint.ts';
import { type MasterKey, MasterKeyFailure } from './master-key.ts';
import { openSecret, rewrapSecret, sealSecret } from './sealed-secret.ts';

/** A credential without its secret, as callers see it. Times are ISO 8601, UTC. */
export interface Credential {
  id: string;
  name: string;
  type: string;
  metadata: Texts;
  hint: string;
  version: number;
  createdAt: string;
  rotatedAt: string | null;
  expiresAt: string | null;
  /** The ids of the integrations that use the credential. */
  usedBy: string[];
}

/**
 * A credential with its decrypted secret, for the client library that opens a connection. It must never be stored or
 * logged.
 */
export interface OpenedCredential {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly metadata: Texts;
  readonly secret: Texts;
}

/** The credentials cannot be decrypted, because the master key is missing or is not the one that encrypted them. */
export class VaultLocked extends Error {
  override readonly name = 'VaultLocked';
}

/** Another credential has the name of the new one. */
export class CredentialNameTaken extends Error {
  override readonly name = 'CredentialNameTaken';
}

/** The maximum number of credentials is stored. */
export class TooManyCredentials extends Error {
  override readonly name = 'TooManyCredentials';
}

/** A request for a new credential. `secret` and `metadata` are what the caller sent; checkCredential() checks them. */
export interface CredentialRequest {
  readonly name: string;
  readonly type: string;
  readonly secret: unknown;
  readonly metadata: unknown;
}

/**
 * The credentials of an installation, encrypted at rest. All methods except `status` and `remove` throw VaultLocked if
 * they need the master key, but cannot use it. Either it is unreadable, or it is not the key that encrypted the
 * credentials, or there are credentials but no key. `create` and `rotate` throw InvalidCredential.
 */
export interface Vault {
  /** Returns whether credentials can be decrypted, and the reason if they cannot. */
  status(): Promise<{ isLocked: false } | { isLocked: true; reason: string }>;
  /** Returns all credentials, sorted by name. */
  list(): Promise<Credential[]>;
  get(id: string): Promise<Credential | null>;
  findByName(name: string): Promise<Credential | null>;
  /** Stores a new credential. Throws CredentialNameTaken if the name exists, and TooManyCredentials. */
  create(request: CredentialRequest): Promise<Credential>;
  /**
   * Stores a new secret as the next version. Also replaces the metadata, unless `metadata` is null or undefined.
   * Returns null if there is no credential with this id.
   */
  rotate(id: string, request: { secret: unknown; metadata: unknown }): Promise<Credential | null>;
  /** Removes a credential that no integration uses. */
  remove(id: string): Promise<CredentialRemoved>;
  /**
   * Decrypts the current version of the secret, for a new connection. Returns null if there is no credential with this
   * id. Throws VaultLocked, and TamperedSecret if the stored secret was altered.
   */
  open(id: string): Promise<OpenedCredential | null>;
}

/** What a vault consists of: the stored credentials, and the access to the master key. */
export interface VaultParts {
  readonly store: CredentialStore;
  /**
   * Reads the configured master key. Returns null if none is configured or created yet. Throws MasterKeyFailure if it
   * cannot be read or is malformed.
   */
  findKey(): Promise<MasterKey | null>;
  /**
   * Creates the master key in the data folder. Called when the first credential is stored and findKey() returned null.
   */
  createKey(): Promise<MasterKey>;
  /** Returns the ids of integrations that use a credential by its name, and are not in the store. */
  otherUsersOf?(name: string): readonly string[];
}

/**
 * Creates the vault of an installation. The master key is read when it is first needed, and then held in memory. After
 * an error, it is read again when it is next needed.
 */
export function createVault({ store, findKey, createKey, otherUsersOf = () => [] }: VaultParts): Vault {
  let found: Promise<MasterKey | null> | null = null;

  async function currentKey(): Promise<MasterKey | null> {
    found ??= findKey();
    try {
      const key = await found;
      // The key may be configured or created later.
      if (key === null) found = null;
      return key;
    } catch (error) {
      found = null;
      if (error instanceof MasterKeyFailure) throw new VaultLocked(error.message);
      throw error;
    }
  }

  /**
   * Returns the master key after verifying that it encrypted all of these credentials. Returns null if there is no key
   * and the list is empty. Throws VaultLocked.
   */
  async function unlockedKey(stored: readonly StoredCredential[]): Promise<MasterKey | null> {
    const key = await currentKey();
    if (stored.every(({ sealed }) => sealed.keyId === key?.id)) return key;
    throw new VaultLocked(
      key === null
        ? 'The credentials were stored under a master key that is not configured. Set --master-key-file, --master-key-command or SPECMILL_MASTER_KEY.'
        : 'The master key is not the one under which the credentials were stored. Configure that one.',
    );
  }

  async function keyForWriting(): Promise<MasterKey> {
    const key = await unlockedKey(await store.list());
    if (key !== null) return key;
    const created = createKey();
    found = created;
    return created;
  }

  async function usersOf({ id, name }: Pick<Credential, 'id' | 'name'>): Promise<string[]> {
    return [...(await store.usedBy(id)), ...otherUsersOf(name)];
  }

  async function show({ sealed: _, ...credential }: StoredCredential): Promise<Credential> {
    return { ...credential, usedBy: await usersOf(credential) };
  }

  async function showFound(stored: StoredCredential | null): Promise<Credential | null> {
    await unlockedKey(stored === null ? [] : [stored]);
    return stored === null ? null : show(stored);
  }

  return {
    async status() {
      try {
        await unlockedKey(await store.list());
        return { isLocked: false };
      } catch (error) {
        if (error instanceof VaultLocked) return { isLocked: true, reason: error.message };
        throw error;
      }
    },
    async list() {
      const stored = await store.list();
      await unlockedKey(stored);
      return Promise.all(stored.map(show));
    },
    get: async (id) => showFound(await store.get(id)),
    findByName: async (name) => showFound(await store.findByName(name)),
    async create({ name, type, secret, metadata }) {
      const checked = checkCredential(type, { secret, metadata });
      const key = await keyForWriting();
      const owner = { id: randomUUID(), type, version: 1 };
      const times = { createdAt: new Date().toISOString(), rotatedAt: null };
      const sealed = sealSecret(JSON.stringify(checked.secret), owner, key);
      const credential = { ...owner, name, ...times, ...shownParts(checked), sealed };
      const { kind } = await store.insert(credential);
      if (kind === 'name_taken') {
        throw new CredentialNameTaken(
          `A credential with the name "${name}" exists. Choose another name, or rotate that one.`,
        );
      }
      if (kind === 'too_many') throw new TooManyCredentials('The vault is full. Remove credentials that are not used.');
      return show(credential);
    },
    async rotate(id, { secret, metadata }) {
      for (;;) {
        const stored = await store.get(id);
        if (stored === null) return null;
        const checked = checkCredential(stored.type, { secret, metadata: metadata ?? writableMetadata(stored) });
        const key = await keyForWriting();
        const owner = { id, type: stored.type, version: stored.version + 1 };
        const sealed = sealSecret(JSON.stringify(checked.secret), owner, key);
        const next = { ...stored, ...owner, rotatedAt: new Date().toISOString(), ...shownParts(checked), sealed };
        // If another rotation has stored its version first, this one is repeated and becomes the version after it.
        if (await store.replace(next, stored.version)) return show(next);
      }
    },
    async remove(id) {
      const stored = await store.get(id);
      if (stored === null || otherUsersOf(stored.name).length === 0) return store.remove(id);
      return { kind: 'in_use', usedBy: await usersOf(stored) };
    },
    async open(id) {
      const stored = await store.get(id);
      if (stored === null) return null;
      const key = await unlockedKey([stored]);
      if (key === null) throw new VaultLocked('There is no master key.');
      const { type, version, metadata } = stored;
      const secret = JSON.parse(openSecret(stored.sealed, { id, type, version }, key)) as Texts;
      return { id, type, version, metadata, secret };
    },
  };
}

/**
 * Encrypts all data keys with another master key, in one transaction. Returns the number of credentials. Data keys that
 * already use the new key do not change, so an interrupted rotation can be repeated. Throws MasterKeyMismatch if a data
 * key uses neither of the two keys, and TamperedSecret if one was altered.
 */
export function rotateMasterKey(store: CredentialStore, keys: { from: MasterKey; to: MasterKey }): Promise<number> {
  return store.resealAll(({ id, type, version, sealed }) =>
    sealed.keyId === keys.to.id ? sealed : rewrapSecret(sealed, { id, type, version }, keys),
  );
}

function shownParts({
  metadata,
  hinted,
  expiresAt,
}: CheckedCredential): Pick<StoredCredential, 'metadata' | 'hint' | 'expiresAt'> {
  return { metadata, hint: hintOf(hinted), expiresAt };
}

/**
 * Returns the metadata without the members that the type derives from the secret. Only these members can be checked
 * again with a new secret.
 */
function writableMetadata({ type, metadata }: StoredCredential): Texts {
  return type === 'CLOUD_C_SERVICE_ACCOUNT' ? {} : metadata;
}
