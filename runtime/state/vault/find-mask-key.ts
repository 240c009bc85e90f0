import { type FindMaskKey, MaskKeyFailure } from '../../base/model/mask-keys.ts';
import { TamperedSecret } from './sealed-secret.ts';
import { CredentialRefused } from './types/credential-binding.ts';
import { VaultLocked } from './unlock.ts';
import type { Vault } from './vault.ts';

/** Returns the function that takes the keys of masks from a vault. Null: the installation has none. */
export function createFindMaskKey(vault: Pick<Vault, 'openMaskKey'> | null): FindMaskKey {
  return async (name) => {
    const own = `the credential ${JSON.stringify(name)}`;
    if (vault === null) throw new MaskKeyFailure(`the vault is switched off, and a mask needs ${own}`);
    const key = await vault.openMaskKey(name).catch((error: unknown) => {
      if (error instanceof CredentialRefused) throw new MaskKeyFailure(error.message);
      if (error instanceof VaultLocked) throw new MaskKeyFailure(`the vault is locked, and a mask needs ${own}`);
      if (error instanceof TamperedSecret)
        throw new MaskKeyFailure(`${own} was altered, or belongs to another one: rotate it`);
      throw error;
    });
    if (key === null)
      throw new MaskKeyFailure(`a mask needs ${own}, which does not exist: create it with the type API_TOKEN`);
    return key;
  };
}
