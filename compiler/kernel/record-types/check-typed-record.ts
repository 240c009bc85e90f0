import type { OpenTables } from '../values/reference/open-tables.ts';
import type { Issue } from '../model/contract.ts';
import type { RecordReport } from '../model/record-report.ts';
import { checkRecord } from '../module/check-record.ts';

/** Checks all fields of one record type. `member` returns the object's own member with this name, or null. */
type CheckFields = (member: (name: string) => unknown, record: RecordReport) => void;

/**
 * Checks the members of an object as the fields of the record type that its member `recordType` names. Returns the
 * issues. If it names no type, the only issue is UNKNOWN_RECORD_TYPE.
 */
export function checkTypedRecord(
  value: unknown,
  checks: Readonly<Record<string, CheckFields>>,
  reference?: OpenTables,
): Issue[] {
  const checkFields: CheckFields = (member, record) => {
    const type = member('recordType');
    const check = typeof type === 'string' && Object.hasOwn(checks, type) ? checks[type] : undefined;
    if (check === undefined)
      record.addPlaceIssue('FATAL', 'UNKNOWN_RECORD_TYPE', 'recordType must name a record type of the spec');
    else check(member, record);
  };
  return checkRecord(value, checkFields, reference);
}
