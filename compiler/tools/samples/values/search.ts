import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import type { BoundaryValues } from '../../../language/rules/boundary-values.ts';

/** The input of a search for values of a field. */
export interface ValueSearch {
  readonly field: Field;
  /**
   * The boundary values of all rules of the field: the values, lengths and patterns at which the result of a rule
   * changes.
   */
  readonly all: readonly BoundaryValues[];
  /** The boundary values of the rule that a value should violate. Null: a valid value is searched. */
  readonly focus: BoundaryValues | null;
  /** The date for rules that depend on it, as an epoch day. */
  readonly today: number;
  /** The maximum number of code points of a value. */
  readonly longest: number;
}

/** Returns the boundary values of the rule in focus, or those of all rules if no rule is in focus. */
export function nearest({ all, focus }: ValueSearch): readonly BoundaryValues[] {
  return focus === null ? all : [focus];
}

/**
 * Returns each boundary length, and the lengths one below and one above it. Lengths below 1 or above `longest` are
 * omitted.
 */
export function lengthsAround(boundaryValues: readonly BoundaryValues[], longest: number): number[] {
  const around = boundaryValues
    .flatMap(({ lengths = [] }) => lengths)
    .flatMap((length) => [length, length - 1, length + 1]);
  return [...new Set(around)].filter((length) => length >= 1 && length <= longest);
}
