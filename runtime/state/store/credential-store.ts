/** A credential in the store. Its secret is encrypted; everything else is in the clear. */
export interface StoredCredential {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** A masked reminder of the secret. It usually ends with the last four characters of the secret. */
  readonly hint: string;
  /** 1 for a new credential. Each rotation adds 1. */
  readonly version: number;
  /** ISO 8601, UTC, like `rotatedAt` and `expiresAt`. */
  readonly createdAt: string;
  readonly rotatedAt: string | null;
  readonly expiresAt: string | null;
  /** The hosts and the types of integrations for which the secret may be used. Null: not known before its first use. */
  readonly hosts: readonly string[] | null;
  readonly types: readonly string[] | null;
  /** The encrypted secret, which only the vault can decrypt. See `SealedSecret`. */
  readonly sealed: { readonly keyId: string; readonly wrappedKey: string; readonly ciphertext: string };
}

/**
 * The outcome of inserting a credential. Unless it is `inserted`, nothing was stored. `name_taken`: another credential
 * has the name. `too_many`: the maximum number of credentials is stored.
 */
export type CredentialInserted = { kind: 'inserted' } | { kind: 'name_taken' } | { kind: 'too_many' };
/**
 * The outcome of removing a credential. `in_use`: nothing was removed; `usedBy` are the ids of the integrations that
 * use it.
 */
export type CredentialRemoved = { kind: 'removed' } | { kind: 'not_found' } | { kind: 'in_use'; usedBy: string[] };

/** The stored credentials. Every change is durable when its promise resolves. All methods throw DiskFull. */
export interface CredentialStore {
  /** Returns all credentials, sorted by name. */
  list(): Promise<StoredCredential[]>;
  get(id: string): Promise<StoredCredential | null>;
  findByName(name: string): Promise<StoredCredential | null>;
  /** Returns the ids of the integrations that use the credential. */
  usedBy(id: string): Promise<string[]>;
  insert(credential: StoredCredential): Promise<CredentialInserted>;
  /**
   * Replaces the credential that has the same id, if its stored version is `ifVersion`. Returns false if it has another
   * version or does not exist.
   */
  replace(credential: StoredCredential, ifVersion: number): Promise<boolean>;
  /** Stores the hosts and types of a credential, each only if it has none. Returns false if the credential does not exist, or if the store can only be read. */
  bind(id: string, binding: Pick<StoredCredential, 'hosts' | 'types'>): Promise<boolean>;
  remove(id: string): Promise<CredentialRemoved>;
  /**
   * Replaces the `sealed` of all credentials in one transaction, and returns the number of credentials. Calls `reseal`
   * once for each credential; it returns the new `sealed`.
   */
  resealAll(reseal: (credential: StoredCredential) => StoredCredential['sealed']): Promise<number>;
}
