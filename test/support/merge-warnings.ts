import type { Warning } from '../../compiler/kernel/model/contract.ts';
import { appendWarnings } from '../../compiler/kernel/model/run-warnings.ts';

/**
 * Returns the warnings of batches as those of a run: counts are added up. Warnings with a count are in the order of
 * their codes after all others, because their order depends on where batches end.
 */
export function mergeWarnings(warnings: readonly Warning[]): Warning[] {
  const merged: Warning[] = [];
  appendWarnings(merged, warnings);
  const key = ({ code, count, message }: Warning) => (count === undefined ? '' : `${code} ${message}`);
  return merged.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
