import type { CredentialStore } from '../store/credential-store.ts';
import type { MasterKey } from './master-key.ts';
import { rewrapSecret } from './sealed-secret.ts';

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
