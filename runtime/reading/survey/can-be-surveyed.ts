import { hasFatalWarning } from '../../../compiler/formats.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import { DECODED } from '../run/count-piece.ts';

/**
 * Returns whether several readers can read pieces of a file, although records depend on earlier ones: each finds a place
 * where a record begins, and what it has assumed of the records before is compared later.
 */
export function canBeSurveyed({ splits, runWarnings, encoding = 'utf-8' }: SpecInfo): boolean {
  return splits !== undefined && !hasFatalWarning(runWarnings) && !DECODED.test(encoding);
}
