import type { Issue } from '../model/contract.ts';
import { getTodayUtc } from '../dates/calendar.ts';
import { RecordReport } from '../model/record-report.ts';

/**
 * Checks a plain object with the type and rule checks of a generated module, and returns the issues. A value that is
 * not an object has one issue, TYPE_MISMATCH.
 * @param checkFields checks all fields; `member` returns a member of the object, or null if it is missing
 */
export function checkRecord(
  value: unknown,
  checkFields: (member: (name: string) => unknown, record: RecordReport) => void,
): Issue[] {
  const report = new RecordReport({
    today: getTodayUtc(),
    maxRecordBytes: Infinity,
    skipInvalidRecords: false,
    masksBrokenRecords: false,
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    report.addStructureIssue('FATAL', 'TYPE_MISMATCH', 'a record must be an object');
  else checkFields((name) => (Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null), report);
  return report.takeIssues();
}
