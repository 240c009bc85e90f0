import type { Batch, Issue, RecordProblem, Severity } from '../../compiler/kernel/model/contract.ts';

/** How often one rule (or kind of fault) was broken on one field. */
export interface IssueCount {
  code: string;
  ruleId: string | null;
  field: string | null;
  severity: Severity;
  count: number;
}

/** What records with issues come to: plain data. */
export interface RecordIssueCounts {
  failed: number;
  skipped: number;
  /** Records with an ERROR or FATAL issue. */
  errors: number;
  /** Records with a WARNING and nothing worse. */
  warnings: number;
  /** Exact, in the order of first appearance. */
  issues: IssueCount[];
}

/** A batch whose `problems` may be only the first ones: the others are `counted`. */
export interface CountedBatch extends Batch {
  counted?: RecordIssueCounts;
}

/** The batch with at most so many of its problems, and the others counted: of many bad records nobody looks at each. */
export function limitIssues(batch: Batch, max: number): CountedBatch {
  const { problems } = batch;
  return problems.length <= max
    ? batch
    : { ...batch, problems: problems.slice(0, max), counted: countRecordIssues(problems.slice(max)) };
}

/** What these problems come to. */
export function countRecordIssues(problems: readonly RecordProblem[]): RecordIssueCounts {
  const counts: RecordIssueCounts = { failed: 0, skipped: 0, errors: 0, warnings: 0, issues: [] };
  const countIssue = createIssueCounter(counts.issues);
  for (const problem of problems) {
    if (problem.outcome === 'failed') counts.failed++;
    else if (problem.outcome === 'skipped') counts.skipped++;
    if (isErrorRecord(problem)) counts.errors++;
    else counts.warnings++;
    for (const issue of problem.issues) countIssue(issue);
  }
  return counts;
}

/** Whether a record has an ERROR or FATAL issue. */
export function isErrorRecord({ issues }: RecordProblem): boolean {
  return issues.some(({ severity }) => severity !== 'WARNING');
}

/** Counts issues into `counts`, which may hold some already: each once, or so many `times`. */
export function createIssueCounter(
  counts: IssueCount[],
): (issue: Pick<Issue, keyof IssueCount & keyof Issue>, times?: number) => void {
  // By field first: then few are compared even where a spec has thousands of fields, and no key is put together per issue.
  const byField = new Map<string | null, IssueCount[]>();
  for (const known of counts) listOf(byField, known.field).push(known);
  return ({ code, ruleId, field, severity }, times = 1) => {
    const sameField = listOf(byField, field);
    const known = sameField.find((one) => one.code === code && one.ruleId === ruleId && one.severity === severity);
    if (known !== undefined) {
      known.count += times;
      return;
    }
    const first: IssueCount = { code, ruleId, field, severity, count: times };
    sameField.push(first);
    counts.push(first);
  };
}

function listOf(byField: Map<string | null, IssueCount[]>, field: string | null): IssueCount[] {
  let list = byField.get(field);
  if (list === undefined) byField.set(field, (list = []));
  return list;
}
