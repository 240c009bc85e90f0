import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import { mayUseConnections } from '../../state/access/principal.ts';
import { Problem } from '../http/problem.ts';
import type { RequestServices } from '../http/services.ts';

/**
 * Makes the credentials that the masks of a spec name keys of masks, if the caller has the scope `connect` and nothing uses
 * them. Throws a Problem (403) if one is no such key yet, and the caller does not have the scope.
 */
export async function requireMaskKeys(
  { maskKeys = [] }: Pick<SpecInfo, 'maskKeys'>,
  { sources, caller: { principal } }: Pick<RequestServices, 'sources' | 'caller'>,
): Promise<void> {
  if (sources === null) return;
  const isAllowed = mayUseConnections(principal);
  for (const key of maskKeys) {
    if (isAllowed) {
      await sources.vault.bindMaskKey(key);
      continue;
    }
    const found = await sources.vault.findByName(key);
    if (found !== null && found.types === null)
      throw new Problem(
        'forbidden',
        `the credential ${JSON.stringify(key)} is not the key of masks yet, so the first run with it requires the scope "connect". Or a caller with that scope creates it, or sends its secret again, with "types": ["MASK"]`,
        { field: 'specId', requiredScope: 'connect' },
      );
  }
}
