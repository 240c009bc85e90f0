import type { Failure, FileIssue, SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from './checkpoint.ts';
import { recordSetOf } from './record-set.ts';
import type { RunInfo, RunOptions } from './run-info.ts';

/** Returns the ids of the rules that compare totals of more than the documents that rejects contain. */
export function rulesOfTotals({ documents }: Pick<SpecInfo, 'documents'>): string[] {
  return Object.values(documents?.totals ?? {}).flat();
}

/** Returns what a result says about totals that rejects leave out, and about rules that a retry of rejects waives. */
export function totalMembers(
  { spec: { documents }, options }: Pick<RunInfo, 'spec' | 'options'>,
  { counters: { failedRecords, skippedRecords } }: Pick<Checkpoint, 'counters'>,
  failure: Failure | null,
): { waivedRules?: string[]; rejectsWithout?: string[] } {
  const { waivedRules = [] } = options;
  const leftOut = documents?.leftOut ?? [];
  // The rejects of other failed runs are the whole file, or its whole rest.
  const areSome = failure === null ? failedRecords + skippedRecords > 0 : recordSetOf(options)?.hasAllFrom(1) === false;
  return {
    ...(waivedRules.length > 0 && { waivedRules: [...waivedRules] }),
    ...(leftOut.length > 0 && areSome && { rejectsWithout: [...leftOut] }),
  };
}

/** Returns the issues of a file as warnings if a run waives their rules. */
export function waiveIssues(
  issues: readonly FileIssue[],
  { waivedRules = [] }: Pick<RunOptions, 'waivedRules'>,
): FileIssue[] {
  return issues.map((issue) =>
    issue.ruleId !== null && waivedRules.includes(issue.ruleId)
      ? { ...issue, severity: 'WARNING', message: `${issue.message}. ${WAIVED}` }
      : issue,
  );
}

const WAIVED = 'The rule is waived: the rejects that were sent again have no total of the whole file';

/** Returns the name of a file of rejects that has no totals of the whole file. */
export function nameWithoutTotals(path: string): string {
  const at = path.lastIndexOf('/') + 1;
  return `${path.slice(0, at)}without-totals-${path.slice(at)}`;
}
