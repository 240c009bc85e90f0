import type { Batch, Issue, RecordProblem } from '../../compiler/kernel/contract.ts';
import type { Checkpoint, IssueCount } from './checkpoint.ts';
import type { RecordError } from './result.ts';

/** Most issues of one record that a result shows. */
const MESSAGES_SHOWN = 100;

/** Counts batches into a checkpoint. */
export interface Tally {
  /** Counts `batch` in; the checkpoint then stands behind it. Throws where the batch's own numbers do not add up. */
  add(batch: Batch): void;
}

/** A tally that goes on from `checkpoint`, which it changes in place. At most `errorLimit` records with issues are kept. */
export function makeTally(checkpoint: Checkpoint, errorLimit: number): Tally {
  const count = makeIssueCounter(checkpoint.issueCounts);
  return {
    add(batch) {
      addCounters(checkpoint, batch);
      for (const problem of batch.problems) {
        for (const issue of problem.issues) count(issue);
        keepError(checkpoint, problem, errorLimit);
      }
      checkpoint.warnings.push(...batch.warnings);
      checkpoint.failure = batch.failure;
      checkpoint.position = batch.next;
    },
  };
}

/**
 * The record of `batch` that is one ERROR or FATAL record too many, where `errorRecords` came before
 * the batch; null where it does not come that far.
 */
export function errorRecordThatStops(batch: Batch, errorRecords: number, maxErrors: number | null): number | null {
  if (maxErrors === null) return null;
  let found = errorRecords;
  for (const problem of batch.problems) {
    if (isErrorRecord(problem) && ++found > maxErrors) return problem.record;
  }
  return null;
}

function isErrorRecord(problem: RecordProblem): boolean {
  return problem.issues.some((issue) => issue.severity !== 'WARNING');
}

function addCounters({ counters }: Checkpoint, batch: Batch): void {
  let failed = 0;
  let skipped = 0;
  let erroneous = 0;
  for (const problem of batch.problems) {
    if (problem.outcome === 'failed') failed++;
    else if (problem.outcome === 'skipped') skipped++;
    if (isErrorRecord(problem)) erroneous++;
  }
  if (batch.count + failed + skipped !== batch.records) {
    throw new Error(`a batch of ${batch.records} records tells of ${batch.count} messages, ${failed} failed and ${skipped} skipped`);
  }
  counters.totalRecords += batch.records;
  counters.processedRecords += batch.count;
  counters.failedRecords += failed;
  counters.skippedRecords += skipped;
  counters.errorRecords += erroneous;
  counters.warningRecords += batch.problems.length - erroneous;
  counters.correctedRecords += batch.corrected;
  counters.otherLines += batch.otherLines;
}

// By field first: then few are compared even where a spec has thousands of fields, and no key is put together per issue.
function makeIssueCounter(counts: IssueCount[]): (issue: Issue) => void {
  const byField = new Map<string | null, IssueCount[]>();
  for (const known of counts) listOf(byField, known.field).push(known);
  return (issue) => {
    const sameField = listOf(byField, issue.field);
    const known = sameField.find((one) => one.code === issue.code && one.ruleId === issue.ruleId && one.severity === issue.severity);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const { code, ruleId, field, severity } = issue;
    const first: IssueCount = { code, ruleId, field, severity, count: 1 };
    sameField.push(first);
    counts.push(first);
  };
}

function listOf(byField: Map<string | null, IssueCount[]>, field: string | null): IssueCount[] {
  let list = byField.get(field);
  if (list === undefined) byField.set(field, (list = []));
  return list;
}

// As JSON text: a kept issue's value may be a slice that would hold on to the whole text it was cut from.
function keepError(checkpoint: Checkpoint, problem: RecordProblem, errorLimit: number): void {
  if (checkpoint.errors.length >= errorLimit) {
    checkpoint.errorsTruncated = true;
    return;
  }
  checkpoint.errors.push(JSON.stringify(toRecordError(problem)));
}

/** A record's entry in a result: at most 100 of its issues, and how many `more` there are. */
export function toRecordError({ record, line, byteOffset, outcome, issues }: RecordProblem): RecordError {
  const error: RecordError = { record, line, byteOffset, outcome, messages: issues.slice(0, MESSAGES_SHOWN) };
  if (issues.length > MESSAGES_SHOWN) error.more = issues.length - MESSAGES_SHOWN;
  return error;
}
