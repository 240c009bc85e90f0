import { type FileRecords, toFileRecords } from '../../base/model/file-records.ts';
import type { SerializedResult } from '../../base/model/result.ts';

/**
 * Returns the records of a file after a run that has published some of its rejects. `before`: those of the file without this
 * run; null if they are not known. `isWhole`: a run that FAILED has published nothing.
 */
export function sumRecords(
  before: FileRecords | null,
  result: SerializedResult,
  { isWhole }: { isWhole: boolean },
): FileRecords | null {
  if (before === null) return null;
  const now = toFileRecords(result, { isWhole });
  if (now.rejected === now.total) return before;
  const published = before.total - before.rejected;
  // A run that has stopped early has not read all of the rejects.
  const total = Math.max(before.total, published + now.total);
  return {
    total,
    processed: published + now.processed,
    failed: now.failed,
    skipped: now.skipped,
    rejected: total - published - (now.total - now.rejected),
  };
}
