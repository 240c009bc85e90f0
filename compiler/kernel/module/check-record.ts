import type { Issue } from '../model/contract.ts';
import { getTodayUtc } from '../dates/calendar.ts';
import { RecordReport } from '../model/record-report.ts';

/**
 * `check` of a plain object: its members as the values that rules judge. undefined: not of the type.
 * Numbers are digits; a double counts where it has digits without an exponent.
 */

/** Judges an object by a module's fields. What is no object breaks its only rule. */
export function checkRecord(
  value: unknown,
  judge: (member: (name: string) => unknown, record: RecordReport) => void,
): Issue[] {
  const report = new RecordReport({
    today: getTodayUtc(),
    maxRecordBytes: Infinity,
    skipInvalidRecords: false,
    masksBrokenRecords: false,
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    report.addStructureIssue('FATAL', 'TYPE_MISMATCH', 'a record must be an object');
  else judge((name) => (Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null), report);
  return report.takeIssues();
}
