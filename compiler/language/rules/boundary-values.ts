import type { DateBound } from '../../emitting/dates/plan/range.ts';
import type { MatcherPlan } from '../../emitting/patterns/plan-matcher.ts';

/** The values at which the verdict of a rule changes. Sample files contain values on both sides of each. */
export interface BoundaryValues {
  /** Boundary values in the form that rules check, such as `0.01`. */
  readonly values?: readonly string[];
  /** Values that violate the rule and otherwise resemble valid ones. */
  readonly outside?: readonly string[];
  /** Boundary lengths in code points. */
  readonly lengths?: readonly number[];
  /** The first and last days of a range. */
  readonly days?: readonly DateBound[];
  /** An automaton: the rule accepts the texts that match it, and rejects all others. */
  readonly matcher?: MatcherPlan;
}
