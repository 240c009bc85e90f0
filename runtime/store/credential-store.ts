/** A credential as it is stored: everything but the secret in the clear. */
export interface StoredCredential {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly hint: string;
  /** Counts rotations, from 1. */
  readonly version: number;
  /** ISO 8601, UTC, like all times here. */
  readonly createdAt: string;
  readonly rotatedAt: string | null;
  readonly expiresAt: string | null;
  /** The encrypted secret: plain data that only the vault reads. */
  readonly sealed: { readonly keyId: string; readonly wrappedKey: string; readonly ciphertext: string };
}

export type CredentialInserted = { kind: 'inserted' } | { kind: 'name_taken' };
export type CredentialRemoved = { kind: 'removed' } | { kind: 'not_found' } | { kind: 'in_use'; usedBy: string[] };

/** The credentials of an installation. Every change is durable when its promise resolves. Throws DiskFull. */
export interface CredentialStore {
  /** All credentials, by name. */
  list(): Promise<StoredCredential[]>;
  get(id: string): Promise<StoredCredential | null>;
  findByName(name: string): Promise<StoredCredential | null>;
  /** The ids of the integrations that use the credential. */
  usedBy(id: string): Promise<string[]>;
  insert(credential: StoredCredential): Promise<CredentialInserted>;
  /**
   * Replaces a credential if its version is still `ifVersion`. Returns false if it has another version or does not
   * exist.
   */
  replace(credential: StoredCredential, ifVersion: number): Promise<boolean>;
  remove(id: string): Promise<CredentialRemoved>;
  /** Replaces the sealed secrets of all credentials in one transaction: `reseal` runs once for each. */
  resealAll(reseal: (credential: StoredCredential) => StoredCredential['sealed']): Promise<number>;
}
