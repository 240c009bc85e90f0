import { randomUUID } from 'node:crypto';
import type { CredentialRemoved, CredentialStore, StoredCredential } from '../store/credential-store.ts';
import {
  bindTo,
  canMask,
  type CredentialBinding,
  type CredentialUse,
  readHosts,
  readTypes,
  MASK_USE,
  requireMaskKey,
  requireUse,
} from './types/credential-binding.ts';
import type { CheckedCredential, Texts } from './types/credential-type.ts';
import { checkCredential } from './credential-types.ts';
import { openSecret, sealSecret } from './sealed-secret.ts';
import { createVaultKeys, type KeyAccess, VaultLocked } from './unlock.ts';

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
  /** The hosts and the types of integrations for which the secret may be used. Null until its first use. */
  hosts: string[] | null;
  types: string[] | null;
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
  readonly hosts?: unknown;
  readonly types?: unknown;
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
   * Stores a new secret as the next version. Also replaces the metadata, the hosts and the types, unless they are null or
   * undefined: who sends the secret again may send it to other hosts.
   * Returns null if there is no credential with this id.
   */
  rotate(id: string, request: Omit<CredentialRequest, 'name' | 'type'>): Promise<Credential | null>;
  /** Removes a credential that no integration uses. */
  remove(id: string): Promise<CredentialRemoved>;
  /**
   * Binds a credential without hosts or types to its uses; if it has none, to this new one. Throws CredentialRefused if the
   * credential may not be used for it. Does not decrypt.
   */
  permit(id: string, use: CredentialUse): Promise<void>;
  /**
   * Decrypts the current version of the secret, for a new connection. Returns null if there is no credential with this
   * id. A secret is decrypted only for a use, which its binding must allow. Throws VaultLocked, CredentialRefused, and
   * TamperedSecret if the stored secret was altered.
   */
  open(id: string, use: CredentialUse): Promise<OpenedCredential | null>;
  /**
   * Decrypts the token of a credential by its name, as the key of masks. It must be an API_TOKEN whose types have MASK. Null:
   * there is no credential with this name. Throws VaultLocked, CredentialRefused, and TamperedSecret if the stored secret was altered.
   */
  openMaskKey(name: string): Promise<string | null>;
  /**
   * Makes an API_TOKEN without types that no integration uses the key of masks, so that no integration sends it anywhere. Any
   * other credential remains as it is.
   */
  bindMaskKey(name: string): Promise<void>;
}

/** What a vault consists of: the stored credentials, and the access to the master key. */
export interface VaultParts extends KeyAccess {
  readonly store: CredentialStore;
  /** Returns the ids of integrations that use a credential by its name, and are not in the store. */
  otherUsersOf?(name: string): readonly string[];
  /** Returns the ids of what names a credential, and does not keep it from being removed. */
  namedBy?(name: string): readonly string[];
  /** Returns how integrations use a credential now, by its id or its name. */
  usesOf?(credential: Pick<Credential, 'id' | 'name'>): Promise<readonly CredentialUse[]>;
}

/** Creates the vault of an installation. */
export function createVault({
  store,
  findKey,
  createKey,
  otherUsersOf = () => [],
  namedBy = () => [],
  usesOf = async () => [],
}: VaultParts): Vault {
  const keys = createVaultKeys({ findKey, createKey });

  async function usersOf({ id, name }: Pick<Credential, 'id' | 'name'>): Promise<string[]> {
    return [...(await store.usedBy(id)), ...otherUsersOf(name)];
  }

  /** Returns whether nothing uses a credential, so that a mask may. */
  async function isFree(stored: Pick<StoredCredential, 'id' | 'name' | 'types'>): Promise<boolean> {
    return stored.types === null && (await usersOf(stored)).length === 0;
  }

  async function show({ sealed: _, hosts, types, ...credential }: StoredCredential): Promise<Credential> {
    const binding = { hosts: hosts && [...hosts], types: types && [...types] };
    return { ...credential, ...binding, usedBy: [...(await usersOf(credential)), ...namedBy(credential.name)] };
  }

  async function showFound(stored: StoredCredential | null): Promise<Credential | null> {
    await keys.unlock(stored === null ? [] : [stored]);
    return stored === null ? null : show(stored);
  }

  /** A credential of an earlier version has no binding. All that use it now may use it further, and nothing new joins them. */
  async function bound(stored: StoredCredential, use: CredentialUse, isNew: boolean): Promise<CredentialBinding> {
    if (stored.hosts !== null && stored.types !== null) return stored;
    const uses = await usesOf(stored);
    const binding = bindTo(isNew && uses.length > 0 ? uses : [...uses, use], stored);
    // Where the store can only be read, the binding holds for this use.
    if (!(await store.bind(stored.id, binding))) return binding;
    // Another use may have been the first.
    return (await store.get(stored.id)) ?? binding;
  }

  async function openStored(stored: StoredCredential): Promise<Texts> {
    const key = await keys.unlock([stored]);
    if (key === null) throw new VaultLocked('There is no master key.');
    const { id, type, version } = stored;
    return JSON.parse(openSecret(stored.sealed, { id, type, version }, key)) as Texts;
  }

  return {
    async status() {
      try {
        await keys.unlock(await store.list());
        return { isLocked: false };
      } catch (error) {
        if (error instanceof VaultLocked) return { isLocked: true, reason: error.message };
        throw error;
      }
    },
    async list() {
      const stored = await store.list();
      await keys.unlock(stored);
      return Promise.all(stored.map(show));
    },
    get: async (id) => showFound(await store.get(id)),
    findByName: async (name) => showFound(await store.findByName(name)),
    async create({ name, type, secret, metadata, hosts, types }) {
      const binding = { hosts: readHosts(hosts), types: readTypes(types) };
      const checked = checkCredential(type, { secret, metadata });
      const key = await keys.unlockForWriting(await store.list());
      const owner = { id: randomUUID(), type, version: 1 };
      const times = { createdAt: new Date().toISOString(), rotatedAt: null };
      const sealed = sealSecret(JSON.stringify(checked.secret), owner, key);
      const credential = { ...owner, name, ...times, ...shownParts(checked), ...binding, sealed };
      const { kind } = await store.insert(credential);
      if (kind === 'name_taken') {
        throw new CredentialNameTaken(
          `A credential with the name "${name}" exists. Choose another name, or rotate that one.`,
        );
      }
      if (kind === 'too_many') throw new TooManyCredentials('The vault is full. Remove credentials that are not used.');
      return show(credential);
    },
    async rotate(id, { secret, metadata, hosts, types }) {
      const binding = { hosts: readHosts(hosts), types: readTypes(types) };
      for (;;) {
        const stored = await store.get(id);
        if (stored === null) return null;
        const checked = checkCredential(stored.type, { secret, metadata: metadata ?? writableMetadata(stored) });
        const key = await keys.unlockForWriting(await store.list());
        const owner = { id, type: stored.type, version: stored.version + 1 };
        const sealed = sealSecret(JSON.stringify(checked.secret), owner, key);
        const rebound = { hosts: binding.hosts ?? stored.hosts, types: binding.types ?? stored.types };
        const next = {
          ...stored,
          ...owner,
          rotatedAt: new Date().toISOString(),
          ...shownParts(checked),
          ...rebound,
          sealed,
        };
        // If another rotation has stored its version first, this one is repeated and becomes the version after it.
        if (await store.replace(next, stored.version)) return show(next);
      }
    },
    async remove(id) {
      const stored = await store.get(id);
      if (stored === null || otherUsersOf(stored.name).length === 0) return store.remove(id);
      return { kind: 'in_use', usedBy: await usersOf(stored) };
    },
    async permit(id, use) {
      const stored = await store.get(id);
      if (stored !== null) requireUse(stored.name, await bound(stored, use, true), use);
    },
    async open(id, use) {
      const stored = await store.get(id);
      if (stored === null) return null;
      requireUse(stored.name, await bound(stored, use, false), use);
      const { type, version, metadata } = stored;
      return { id, type, version, metadata, secret: await openStored(stored) };
    },
    async openMaskKey(name) {
      const stored = await store.findByName(name);
      if (stored === null) return null;
      requireMaskKey({ ...stored, isFree: await isFree(stored) });
      return (await openStored(stored))['token'] ?? null;
    },
    async bindMaskKey(name) {
      const stored = await store.findByName(name);
      if (stored !== null && canMask(stored.type) && (await isFree(stored)))
        await store.bind(stored.id, { hosts: null, types: [MASK_USE] });
    },
  };
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

const MASK = '****';
const SHOWN = 4;
/**
 * Minimum length of a secret whose last characters are shown. Four characters would reveal too much of a shorter one.
 */
const SHORTEST_SHOWN = 12;

/**
 * Returns a hint that reminds a user of a secret: `****` and its last four characters. For a secret of fewer than 12
 * characters, returns only `****`.
 */
function hintOf(secret: string): string {
  const characters = [...secret];
  return characters.length < SHORTEST_SHOWN ? MASK : MASK + characters.slice(-SHOWN).join('');
}
