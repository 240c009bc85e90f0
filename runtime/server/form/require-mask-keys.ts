import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import { mayUseConnections } from '../../state/access/principal.ts';
import { Problem } from '../http/problem.ts';
import type { RequestServices } from '../http/services.ts';

/**
 * Throws a Problem (403) if the masks of a spec name a credential that is not the key of masks yet, and the caller does
 * not have the scope `connect`: its first run would bind the credential to masks.
 */
export async function requireMaskKeys(
  { maskKeys = [] }: Pick<SpecInfo, 'maskKeys'>,
  { sources, caller: { principal } }: Pick<RequestServices, 'sources' | 'caller'>,
): Promise<void> {
  if (sources === null || mayUseConnections(principal)) return;
  for (const key of maskKeys) {
    const found = await sources.vault.findByName(key);
    if (found !== null && found.types === null)
      throw new Problem(
        'forbidden',
        `the credential ${JSON.stringify(key)} is not the key of masks yet, so the first run with it requires the scope "connect". Or a caller with that scope creates it, or sends its secret again, with "types": ["MASK"]`,
        { field: 'specId', requiredScope: 'connect' },
      );
  }
}
