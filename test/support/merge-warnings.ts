import type { Warning } from '../../compiler/kernel/model/contract.ts';
import { appendWarnings } from '../../compiler/kernel/model/run-warnings.ts';

/** Returns the warnings of batches as those of a run: counts are added up. Their order does not depend on where batches end. */
export function mergeWarnings(warnings: readonly Warning[]): Warning[] {
  const merged: Warning[] = [];
  appendWarnings(merged, warnings);
  return merged;
}
