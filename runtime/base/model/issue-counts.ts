import type { Batch, Issue, RecordIssues, Severity } from '../../../compiler/kernel/model/contract.ts';
import type { HeldMessages } from './held-messages.ts';
import type { RecordedKeys } from './recorded-keys.ts';

/** The number of issues that have the same code, rule, field and severity. */
export interface IssueCount {
  code: string;
  ruleId: string | null;
  field: string | null;
  severity: Severity;
  count: number;
}

/** Counts of records with issues, and of their issues. Plain data. */
export interface RecordIssueCounts {
  /** Records with a FATAL issue. */
  failed: number;
  /** Records that were skipped because of an ERROR issue; see `skipInvalidRecords`. */
  skipped: number;
  /** Records with at least one ERROR or FATAL issue. */
  errors: number;
  /** Records whose worst issue is a WARNING. */
  warnings: number;
  /** The number of issues per code, rule, field and severity, in order of first occurrence. */
  issues: IssueCount[];
}

/**
 * A batch whose `recordIssues` may list only some of its records with issues: the first ones. `counted` has the counts
 * of the records that are not listed. It is absent if all are listed.
 */
export interface CountedBatch extends Batch {
  counted?: RecordIssueCounts;
  /** The messages, if another thread holds them. Then `bytes` is empty, and `ends` are the ends in these messages. */
  held?: HeldMessages;
  /** The number of each message's record in the file, if the batch leaves out records of the file. */
  messageRecords?: Float64Array;
  /** Processor time that reading the batch took, in milliseconds. */
  processorMs?: number;
  /** The values of UNIQUE rules, if the reader did not compare them with those of earlier records. */
  uniqueKeys?: RecordedKeys;
}

/**
 * Returns the batch with at most `maxListed` items in `recordIssues`. The other records with issues are only counted,
 * in `counted`, because sending millions of them to another thread would be slow.
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

/** Counts records with issues by outcome and by severity, and counts their issues. */
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

/**
 * Returns a function that counts issues in `counts`, which it changes in place. The function adds `times` (default 1)
 * to the item with the same code, rule, field and severity. If there is no such item, it appends one.
 */
export function createIssueCounter(
  counts: IssueCount[],
): (issue: Pick<Issue, keyof IssueCount & keyof Issue>, times?: number) => void {
  // The maps have only the field and the rule as keys. A combined key would be slower to build for each issue, and a
  // rule of a field has only a few counts to compare.
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
