import type { Field } from '../../1-read/spec-shape.ts';
import type { BoundaryValues } from '../../rules/boundary-values.ts';

/** The search for values near the boundary values of a field's rules. */
export interface ValueSearch {
  readonly field: Field;
  /** The boundary values of all rules of the field. */
  readonly all: readonly BoundaryValues[];
  /** The boundary values of the rule under test, or null to find valid values. */
  readonly focus: BoundaryValues | null;
  /** The date of the run as an epoch day. */
  readonly today: number;
  /** The maximum number of code points of a value. */
  readonly longest: number;
}

/** Returns the boundary values to start with: those of the rule in focus, or all. */
export function nearest({ all, focus }: ValueSearch): readonly BoundaryValues[] {
  return focus === null ? all : [focus];
}

/** Returns each boundary length with its neighbours, limited to possible lengths. */
export function lengthsAround(boundaryValues: readonly BoundaryValues[], longest: number): number[] {
  const around = boundaryValues
    .flatMap(({ lengths = [] }) => lengths)
    .flatMap((length) => [length, length - 1, length + 1]);
  return [...new Set(around)].filter((length) => length >= 1 && length <= longest);
}
