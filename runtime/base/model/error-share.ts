import type { Failure } from '../../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { RunOptions } from './run-info.ts';

/** How many records with an ERROR or FATAL issue a run accepts: a number, a share such as `2 %`, or null for no limit. */
export type ErrorLimit = number | string | null;

/** What `maxErrors` takes, for messages: continues "maxErrors …". */
export const ERROR_LIMIT_RULE = 'takes a whole number, 0 or more, or a share of all records such as "2 %"';

const SHARE = /^(\d{1,3}(?:\.\d{1,2})?) ?%$/;

/** Reads a number, or a share such as `2 %` or `0.5%`, which is returned as `2 %`. Throws an Error for any other text. */
export function parseErrorLimit(written: string): number | string {
  const count = Number(written);
  if (/^\d+$/.test(written) && Number.isSafeInteger(count)) return count;
  const [, percent] = SHARE.exec(written) ?? [];
  if (percent === undefined || Number(percent) > 100) throw new Error(ERROR_LIMIT_RULE);
  return `${Number(percent)} %`;
}

/** Returns the options of a run with this limit. */
export function toErrorOptions(limit: ErrorLimit): Pick<RunOptions, 'maxErrors' | 'maxErrorShare'> {
  if (typeof limit !== 'string') return { maxErrors: limit };
  return { maxErrors: null, maxErrorShare: Math.round(Number.parseFloat(limit) * 100) };
}

/**
 * Returns the failure of a run that has read all of its records, and more of them have errors than its share allows.
 * Null if the share is not exceeded, or if there is none.
 */
export function findTooManyErrors(
  { maxErrorShare, onlyRecords }: Pick<RunOptions, 'maxErrorShare' | 'onlyRecords'>,
  { counters: { totalRecords: counted, errorRecords }, position }: Pick<Checkpoint, 'counters' | 'position'>,
): Failure | null {
  // The share is one of all records, also if the run counts only some of them.
  const totalRecords = onlyRecords === undefined ? counted : (position?.record ?? counted);
  if (maxErrorShare === undefined || errorRecords * 10_000 <= maxErrorShare * totalRecords) return null;
  return {
    code: 'too_many_errors',
    message: `${errorRecords} of ${totalRecords} records have an ERROR or FATAL issue, which is more than ${maxErrorShare / 100} %. Nothing was published`,
  };
}

/** Returns whether any number of records may have an ERROR or FATAL issue. */
export function hasNoErrorLimit({
  maxErrors,
  maxErrorShare,
}: Pick<RunOptions, 'maxErrors' | 'maxErrorShare'>): boolean {
  return maxErrors === null && maxErrorShare === undefined;
}

/** Returns whether more records than a limit have a property. */
export function isAbove(limit: ErrorLimit, { records, total }: { records: number; total: number }): boolean {
  if (limit === null) return false;
  if (typeof limit === 'number') return records > limit;
  return records * 10_000 > Math.round(Number.parseFloat(limit) * 100) * total;
}
