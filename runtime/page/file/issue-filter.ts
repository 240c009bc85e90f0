import type { IssueCount } from '../../base/model/issue-counts.ts';
import type { Severity } from '../../../compiler/kernel/model/contract.ts';

/** Which issues are shown. A member that is absent does not restrict them. It never contains a value of a file. */
export interface IssueFilter {
  /** The kind of issue, for example `MIN_VALUE`. */
  code?: string;
  /** The id of a rule. */
  rule?: string;
  field?: string;
  severity?: Severity;
  /** The name of a record type. */
  type?: string;
}

/** What identifies a kind of issue: the members of an issue that a filter compares. */
export type IssueKind = Omit<TypedIssueCount, 'count'>;

/** The number of issues of a kind. `recordType` is absent if the spec has one type, or if the type is not known. */
export interface TypedIssueCount extends IssueCount {
  recordType?: string;
}

/** Returns whether issues of a kind pass the filter. */
export function isShown({ code, ruleId, field, severity, recordType }: IssueKind, filter: IssueFilter): boolean {
  return (
    (filter.code === undefined || filter.code === code) &&
    (filter.rule === undefined || filter.rule === ruleId) &&
    (filter.field === undefined || filter.field === field) &&
    (filter.severity === undefined || filter.severity === severity) &&
    (filter.type === undefined || filter.type === recordType)
  );
}

/** Returns the filter that shows exactly one kind of issue. */
export function filterOf({ code, ruleId, field, severity, recordType }: IssueKind): IssueFilter {
  return {
    code,
    ...(ruleId !== null && { rule: ruleId }),
    ...(field !== null && { field }),
    severity,
    ...(recordType !== undefined && { type: recordType }),
  };
}

/** Returns whether an issue concerns the structure of a record, and not the value of a field. */
export function isStructural({ field, ruleId }: Pick<IssueKind, 'field' | 'ruleId'>): boolean {
  return field === null && ruleId === null;
}
