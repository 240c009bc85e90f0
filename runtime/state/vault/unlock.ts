import type { StoredCredential } from '../store/credential-store.ts';
import { type MasterKey, MasterKeyFailure } from './master-key.ts';

/** The credentials cannot be decrypted, because the master key is missing or is not the one that encrypted them. */
export class VaultLocked extends Error {
  override readonly name = 'VaultLocked';
}

/** Access to the configured master key. */
export interface KeyAccess {
  /**
   * Reads the configured master key. Returns null if none is configured or created yet. Throws MasterKeyFailure if it
   * cannot be read or is malformed.
   */
  findKey(): Promise<MasterKey | null>;
  /**
   * Creates the master key in the data folder. Called when the first credential is stored and findKey() returned null.
   */
  createKey(): Promise<MasterKey>;
}

/** The master key of a vault. It is read when it is first needed, and then held in memory. */
export interface VaultKeys {
  /**
   * Returns the master key after verifying that it encrypted all of these credentials. Returns null if there is no key
   * and the list is empty. Throws VaultLocked.
   */
  unlock(stored: readonly StoredCredential[]): Promise<MasterKey | null>;
  /** Like unlock(), with all credentials. Creates the master key if there is none. */
  unlockForWriting(all: readonly StoredCredential[]): Promise<MasterKey>;
}

/** Creates the master key of a vault. After an error, the key is read again when it is next needed. */
export function createVaultKeys({ findKey, createKey }: KeyAccess): VaultKeys {
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

  async function unlock(stored: readonly StoredCredential[]): Promise<MasterKey | null> {
    const key = await currentKey();
    if (stored.every(({ sealed }) => sealed.keyId === key?.id)) return key;
    throw new VaultLocked(
      key === null
        ? 'The credentials were stored under a master key that is not configured. Set --master-key-file, --master-key-command or SPECMILL_MASTER_KEY.'
        : 'The master key is not the one under which the credentials were stored. Configure that one.',
    );
  }

  return {
    unlock,
    async unlockForWriting(all) {
      const key = await unlock(all);
      if (key !== null) return key;
      const created = createKey();
      found = created;
      return created;
    },
  };
}
