import type { DateBound } from '../3-plan/date-range.ts';
import type { MatcherPlan } from '../3-plan/patterns/plan-matcher.ts';

/** Where the verdict of a rule turns: sample files are made of what lies on both sides. */
export interface Landmarks {
  /** Values as rules judge them. */
  readonly values?: readonly string[];
  /** Lengths in code points. */
  readonly lengths?: readonly number[];
  readonly days?: readonly DateBound[];
  /** What it matches is kept, all else is broken. */
  readonly matcher?: MatcherPlan;
}
