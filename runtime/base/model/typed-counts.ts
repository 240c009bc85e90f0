import type { FileIssue, TypeCounts } from '../../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from './checkpoint.ts';

/** Adds counts of record types to those of a checkpoint. Throws an Error if they are of different specs. */
export function addTypeCounts(checkpoint: Checkpoint, types: readonly TypeCounts[]): void {
  const counts = (checkpoint.recordTypes ??= types.map(({ name }) => createTypeCounts(name)));
  for (const [index, added] of types.entries()) {
    const known = counts[index];
    if (known === undefined) throw new Error('the batches of a run have different record types');
    for (const member of ['total', 'processed', 'failed', 'skipped', 'published'] as const)
      known[member] += added[member];
  }
}

function createTypeCounts(name: string | null): TypeCounts {
  return { name, total: 0, processed: 0, failed: 0, skipped: 0, published: 0 };
}

/** Maximum number of issues of the file in a result. */
const MAX_FILE_ISSUES = 1000;

/** Adds issues of the file to those of a checkpoint. The first FATAL one is kept even if there are too many others. */
export function addFileIssues(checkpoint: Checkpoint, issues: readonly FileIssue[]): void {
  const listed = (checkpoint.fileIssues ??= []);
  for (const issue of issues) {
    const isFirstFatal = issue.severity === 'FATAL' && listed.every(({ severity }) => severity !== 'FATAL');
    if (listed.length < MAX_FILE_ISSUES || isFirstFatal) listed.push(issue);
    else checkpoint.fileIssuesTruncated = true;
  }
}
