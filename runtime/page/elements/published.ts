import type { ProcessingResult } from '../../base/model/result.ts';

/** What decides how many records of a file are published. */
type Outcome = Pick<ProcessingResult, 'processedRecords' | 'publishedRecords' | 'failure'> & {
  status: string;
  /** Of a run that does not write to a topic. */
  destination?: { readonly kind: string };
};

/**
 * Returns how many records were published, or would be. A file that breaks a rule as a whole publishes nothing, and a run
 * that FAILED writes no file.
 */
export function countPublished(outcome: Outcome): number {
  return isWithheld(outcome) ? 0 : (outcome.publishedRecords ?? outcome.processedRecords);
}

/** Returns how many records were not published, or would not be. */
export function countRejected(
  outcome: Outcome & Pick<ProcessingResult, 'totalRecords' | 'failedRecords' | 'skippedRecords'>,
): number {
  const { totalRecords, failedRecords, skippedRecords } = outcome;
  return isWithheld(outcome) ? totalRecords : failedRecords + skippedRecords;
}

/** Whether nothing of a file is published, whatever its records are. */
export function isWithheld({ status, failure, destination, publishedRecords }: Outcome): boolean {
  if (status !== 'FAILED') return false;
  return publishedRecords === 0 || failure?.code === 'file_rule_broken' || destination?.kind === 'file';
}
