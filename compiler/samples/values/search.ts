import type { Field } from '../../1-read/spec-shape.ts';
import type { Landmarks } from '../../rules/landmarks.ts';

/** What values are looked for: those that lie at the landmarks of a field's rules, the plainest first. */
export interface ValueSearch {
  readonly field: Field;
  /** Those of all its rules. */
  readonly all: readonly Landmarks[];
  /** Those of the rule that is to be broken, or kept just so; null: values are to be good. */
  readonly focus: Landmarks | null;
  /** The day of the run, as epoch day. */
  readonly today: number;
  /** Most code points of a value. */
  readonly longest: number;
}

/** The landmarks to begin with: those of the rule in focus, else all. */
export function nearest({ all, focus }: ValueSearch): readonly Landmarks[] {
  return focus === null ? all : [focus];
}

/** A length and its neighbours, those alone that can be written. */
export function lengthsAround(landmarks: readonly Landmarks[], longest: number): number[] {
  const around = landmarks.flatMap(({ lengths = [] }) => lengths).flatMap((length) => [length, length - 1, length + 1]);
  return [...new Set(around)].filter((length) => length >= 1 && length <= longest);
}
