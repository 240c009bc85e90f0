import type { Batch, Issue, RecordIssues, Severity } from '../../compiler/kernel/model/contract.ts';

/** The number of issues with the same code, rule, field and severity. */
export interface IssueCount {
  code: string;
  ruleId: string | null;
  field: string | null;
  severity: Severity;
  count: number;
}

/** Counts of the records with issues of a batch. Plain data. */
export interface RecordIssueCounts {
  failed: number;
  skipped: number;
  /** Records with an ERROR or FATAL issue. */
  errors: number;
  /** Records with a WARNING and nothing worse. */
  warnings: number;
  /** Exact counts, in order of first occurrence. */
  issues: IssueCount[];
}

/** A batch that may list only its first records with issues. The others are only in `counted`. */
export interface CountedBatch extends Batch {
  counted?: RecordIssueCounts;
  /** Processor time that reading the batch took, in milliseconds. */
  processorMs?: number;
}

/**
 * Returns a batch that lists at most `maxListed` records with issues and only counts the others, so that no thread has
 * to process millions of them.
 */
export function limitIssues(batch: Batch, maxListed: number): CountedBatch {
  const { recordIssues } = batch;
  return recordIssues.length <= maxListed
    ? batch
    : {
        ...batch,
        recordIssues: recordIssues.slice(0, maxListed),
        counted: countRecordIssues(recordIssues.slice(maxListed)),
      };
}

/** Counts records with issues and their issues. */
export function countRecordIssues(recordIssues: readonly RecordIssues[]): RecordIssueCounts {
  const counts: RecordIssueCounts = { failed: 0, skipped: 0, errors: 0, warnings: 0, issues: [] };
  const countIssue = createIssueCounter(counts.issues);
  for (const recordIssue of recordIssues) {
    if (recordIssue.outcome === 'failed') counts.failed++;
    else if (recordIssue.outcome === 'skipped') counts.skipped++;
    if (isErrorRecord(recordIssue)) counts.errors++;
    else counts.warnings++;
    for (const issue of recordIssue.issues) countIssue(issue);
  }
  return counts;
}

/** Returns true if a record has an ERROR or FATAL issue. */
export function isErrorRecord({ issues }: RecordIssues): boolean {
  return issues.some(({ severity }) => severity !== 'WARNING');
}

/** Creates a function that adds issues to `counts`, each once or `times` times. `counts` may already have items. */
export function createIssueCounter(
  counts: IssueCount[],
): (issue: Pick<Issue, keyof IssueCount & keyof Issue>, times?: number) => void {
  // The maps are by field and rule only. Building a key per issue would be slower, and a rule of a field has only a few
  // counts to compare.
  const byField: CountMap = new Map();
  for (const known of counts) listOf(byField, known).push(known);
  return ({ code, ruleId, field, severity }, times = 1) => {
    const sameRule = listOf(byField, { field, ruleId });
    const known = sameRule.find((one) => one.code === code && one.severity === severity);
    if (known !== undefined) {
      known.count += times;
      return;
    }
    const first: IssueCount = { code, ruleId, field, severity, count: times };
    sameRule.push(first);
    counts.push(first);
  };
}

type CountMap = Map<string | null, Map<string | null, IssueCount[]>>;

function listOf(byField: CountMap, { field, ruleId }: Pick<IssueCount, 'field' | 'ruleId'>): IssueCount[] {
  let byRule = byField.get(field);
  if (byRule === undefined) byField.set(field, (byRule = new Map()));
  let list = byRule.get(ruleId);
  if (list === undefined) byRule.set(ruleId, (list = []));
  return list;
}
