import type { Failure, Issue, Outcome } from '../../../compiler/kernel/model/contract.ts';

export type Status = 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED';

/** The parts of a record that are counted. */
export interface CountedRecord {
  outcome: Outcome;
  corrected: boolean;
  issues: Issue[];
}

export interface Counters {
  totalRecords: number;
  processedRecords: number;
  failedRecords: number;
  skippedRecords: number;
  warningRecords: number;
  errorRecords: number;
  correctedRecords: number;
  otherLines: number;
}

export interface IssueCount {
  code: string;
  ruleId: string | null;
  field: string | null;
  severity: string;
  count: number;
}

/** Returns whether one of the issues has this severity. */
export function hasSeverity(issues: Issue[], severity: string): boolean {
  return issues.some((issue) => issue.severity === severity);
}

/** Returns the counters of a result. */
export function countRecords(records: CountedRecord[], otherLines: number): Counters {
  const of = (test: (record: CountedRecord) => boolean) => records.filter(test).length;
  const isBad = ({ issues }: CountedRecord) => hasSeverity(issues, 'ERROR') || hasSeverity(issues, 'FATAL');
  return {
    totalRecords: records.length,
    processedRecords: of(({ outcome }) => outcome === 'processed'),
    failedRecords: of(({ outcome }) => outcome === 'failed'),
    skippedRecords: of(({ outcome }) => outcome === 'skipped'),
    warningRecords: of((record) => hasSeverity(record.issues, 'WARNING') && !isBad(record)),
    errorRecords: of(isBad),
    correctedRecords: of(({ corrected }) => corrected),
    otherLines,
  };
}

/** Returns how often each kind of issue occurs, in the order of first occurrence. */
export function countIssues(records: { issues: Issue[] }[]): IssueCount[] {
  const counts = new Map<string, IssueCount>();
  for (const { code, ruleId, field, severity } of records.flatMap(({ issues }) => issues)) {
    const id = JSON.stringify([code, ruleId, field, severity]);
    const entry = counts.get(id) ?? { code, ruleId, field, severity, count: 0 };
    counts.set(id, { ...entry, count: entry.count + 1 });
  }
  return [...counts.values()];
}

/** Returns the status of a run that ended with these counters and this failure. */
export function findStatus(counters: Counters, failure: Failure | null): Status {
  const nonePublished = counters.totalRecords > 0 && counters.processedRecords === 0;
  if (failure !== null || nonePublished) return 'FAILED';
  return counters.errorRecords > 0 ? 'PARTIAL_SUCCESS' : 'SUCCESS';
}
