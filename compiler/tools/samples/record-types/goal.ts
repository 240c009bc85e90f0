import type { Issue } from '../../../kernel/model/contract.ts';
import type { Broken, MissingSample, SampleText } from '../sets/sample-set.ts';
import type { Samples } from '../sets/valid.ts';
import type { SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import { type Kept, settleTotals } from './settle-totals.ts';
import type { TypedContext } from './typed-context.ts';
import { DOCUMENT_CODES, type TypedVerdict } from './typed-oracle.ts';

/** A file to try: its records, and what `settleTotals` must leave as it is. */
export interface Attempt {
  readonly nodes: SampleNode[];
  readonly kept?: Kept;
}

/** A violation that a file should have, and files to try. */
export interface Goal {
  readonly name: string;
  readonly shows: string;
  readonly breaks: Broken;
  /** The rules of the file that are also broken because they need the value that the violation concerns. */
  readonly following: ReadonlySet<string | null>;
  attempts(): Iterable<Attempt>;
}

/** The maximum number of files that are tried for one goal. */
const MAX_ATTEMPTS = 150;

/**
 * Creates a file for each goal: the first one that has only this violation. If none has, the file has also those that
 * follow from it: PARENT_INVALID of the records inside, and totals that need the value.
 */
export function reachGoals(context: TypedContext, goals: readonly Goal[]): Samples {
  const files: SampleText[] = [];
  const missing: MissingSample[] = [];
  for (const goal of goals) {
    const bytes = reachGoal(context, goal);
    const { name, shows, breaks } = goal;
    if (bytes === null) missing.push({ ...breaks, why: 'no tried file violates only it' });
    else files.push({ name, shows, bytes, breaks });
  }
  return { files, missing };
}

function reachGoal(context: TypedContext, goal: Goal): Uint8Array | null {
  let best: { bytes: Uint8Array; others: number } | null = null;
  let left = MAX_ATTEMPTS;
  for (const { nodes, kept } of goal.attempts()) {
    if (left-- === 0) break;
    const verdict = settleTotals(context, nodes, kept);
    const others = verdict === null ? null : countOthers(verdict, goal);
    const bytes = others === null ? null : context.oracle.writer.write(nodes);
    if (bytes === null || others === null) continue;
    if (others === 0) return bytes;
    if (best === null || others < best.others) best = { bytes, others };
  }
  return best?.bytes ?? null;
}

/**
 * Returns how many issues the file has besides the violation. Null: the file lacks the violation, or has an issue that
 * does not follow from it.
 */
function countOthers({ recordIssues, fileIssues, failure }: TypedVerdict, { breaks, following }: Goal): number | null {
  const all = [
    ...recordIssues.flatMap(({ issues, recordType }) => issues.map((issue) => ({ ...issue, recordType }))),
    ...fileIssues.map((issue) => ({ ...issue, field: null, recordType: undefined })),
  ].filter(({ code }) => code === breaks.code || !DOCUMENT_CODES.includes(code));
  const isBreak = (issue: Pick<Issue, 'code' | 'ruleId' | 'field'> & { recordType?: string | undefined }) =>
    issue.code === breaks.code &&
    issue.ruleId === breaks.ruleId &&
    issue.field === breaks.field &&
    (breaks.recordType === undefined || issue.recordType === breaks.recordType);
  const others = all.filter((issue) => !isBreak(issue));
  const isFollowing = others.every(({ code, ruleId }) => code === 'PARENT_INVALID' || following.has(ruleId ?? code));
  const breaking = all.length - others.length;
  return failure === null && breaking > 0 && isFollowing ? others.length + breaking - 1 : null;
}
