import type { MatcherPlan } from '../../emitting/patterns/plan-matcher.ts';

/** A condition for one value of a line: characters from 1, or a column as its author wrote it. */
export interface ConditionPlan {
  readonly start: number;
  readonly length: number;
  readonly column: string;
  readonly values: readonly string[];
  readonly startsWith: readonly string[];
  readonly pattern: { readonly source: string; readonly matcher: MatcherPlan } | null;
}
