import type { Warning } from './contract.ts';

/**
 * The result for a file that has lines or elements, but no record among them. FATAL: the file fails. WARNING: the batch
 * contains a warning.
 */
export type OnNoRecords = 'FATAL' | 'WARNING';

/** The warning about a file in which no line could be a record, for example an empty file or one with only a header. */
export const EMPTY_FILE: Warning = { code: 'EMPTY_FILE', message: 'the file has no record' };

/** The code of the failure or warning about a file that has lines or elements, but no record among them. */
export const NO_RECORD_FOUND = 'no_record_found';

/**
 * Returns the failure or warning about a file that has lines or elements, but no record among them.
 * @param reason a clause that completes the message, such as "recordWhen selects no line"
 */
export function noRecordFound(reason: string): Warning {
  return { code: NO_RECORD_FOUND, message: `the file has no record: ${reason}` };
}
