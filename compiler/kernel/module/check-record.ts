import type { Issue } from '../model/contract.ts';
import type { OpenTables } from '../values/reference/open-tables.ts';
import { getTodayUtc } from '../values/dates/calendar.ts';
import { RecordReport } from '../model/record-report.ts';

/**
 * Checks the members of an object as the fields of a record: their types and the validation rules. Returns the issues.
 * If `value` is not an object, or is an array, the only issue is TYPE_MISMATCH.
 * `reference`: the tables of the spec.
 * @param checkFields checks all fields. `member` returns the object's own member with this name, or null if there is
 * none.
 */
export function checkRecord(
  value: unknown,
  checkFields: (member: (name: string) => unknown, record: RecordReport) => void,
  reference?: OpenTables,
): Issue[] {
  const report = new RecordReport({
    today: getTodayUtc(),
    maxRecordBytes: Infinity,
    skipInvalidRecords: false,
    masksBrokenRecords: false,
    reference,
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    report.addStructureIssue({ severity: 'FATAL', code: 'TYPE_MISMATCH', message: 'a record must be an object' });
  else checkFields((name) => (Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null), report);
  return report.takeIssues();
}
