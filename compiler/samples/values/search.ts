import type { Field } from '../../1-read/spec-shape.ts';
import type { Landmarks } from '../../rules/boundary-values.ts';

/** The search for values near the boundary values of a field's rules. */
export interface ValueSearch {
  readonly field: Field;
  /** The boundary values of all rules of the field. */
  readonly all: readonly Landmarks[];
  /** The boundary values of the rule under test, or null to find valid values. */
  readonly focus: Landmarks | null;
  /** The date of the run as an epoch day. */
  readonly today: number;
  /** The maximum number of code points of a value. */
  readonly longest: number;
}

/** Returns the boundary values to start with: those of the rule in focus, or all. */
export function nearest({ all, focus }: ValueSearch): readonly Landmarks[] {
  return focus === null ? all : [focus];
}

/** Returns each boundary length with its neighbours, limited to possible lengths. */
export function lengthsAround(landmarks: readonly Landmarks[], longest: number): number[] {
  const around = landmarks.flatMap(({ lengths = [] }) => lengths).flatMap((length) => [length, length - 1, length + 1]);
  return [...new Set(around)].filter((length) => length >= 1 && length <= longest);
}
