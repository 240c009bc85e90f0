import type { DateBound } from '../dates/plan/range.ts';
import type { MatcherPlan } from '../patterns/plan-matcher.ts';

/** The boundary values of a rule. Sample files contain values on both sides of each. */
export interface BoundaryValues {
  /** Boundary values in the form that rules check. */
  readonly values?: readonly string[];
  /** Boundary lengths in code points. */
  readonly lengths?: readonly number[];
  readonly days?: readonly DateBound[];
  /** A pattern: texts that match satisfy the rule, and all others violate it. */
  readonly matcher?: MatcherPlan;
}
