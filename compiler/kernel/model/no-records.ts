import type { Warning } from './contract.ts';

/** How a file is treated that has lines or elements, but no record. FATAL: it cannot be read. */
export type OnNoRecords = 'FATAL' | 'WARNING';

/** The warning about a file without any line that could be a record. */
export const EMPTY_FILE: Warning = { code: 'EMPTY_FILE', message: 'the file has no record' };

/** The code of a file that has lines or elements, but no record. */
export const NO_RECORD_FOUND = 'no_record_found';

/** Returns the finding about a file that has lines or elements, but no record. `reason`: one clause. */
export function noRecordFound(reason: string): Warning {
  return { code: NO_RECORD_FOUND, message: `the file has no record: ${reason}` };
}
