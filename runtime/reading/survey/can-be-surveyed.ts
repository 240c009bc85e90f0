import { hasFatalWarning } from '../../../compiler/formats.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import { hasSensitiveFields } from '../../base/model/hidden-members.ts';
import { DECODED } from '../run/count-piece.ts';

/**
 * Returns whether several readers can read pieces of a file, although records depend on earlier ones: each finds a place
 * where a record begins, and what it has assumed of the records before is compared later.
 */
export function canBeSurveyed(spec: SpecInfo): boolean {
  const { splits, runWarnings, encoding = 'utf-8' } = spec;
  // The database gets the values of UNIQUE rules, and its pages keep what was deleted until they are used again.
  if (spec.hasUniqueRules === true && hasSensitiveFields(spec)) return false;
  return splits !== undefined && !hasFatalWarning(runWarnings) && !DECODED.test(encoding);
}
