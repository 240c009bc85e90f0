import type { CodePointSet } from './code-point-set.ts';

/**
 * A pattern as a tree. It contains only what an automaton can match in one pass over the text, so no backreferences.
 */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CodePointSet }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'group'; readonly index: number; readonly body: PatternNode }
  | PatternRepeat
  | { readonly kind: 'start' }
  | { readonly kind: 'end' };

/**
 * A quantifier. `max` is Infinity if there is no limit. `firstGroup` to `lastGroup` are the capturing groups inside,
 * none if first > last.
 */
export interface PatternRepeat {
  readonly kind: 'repeat';
  readonly body: PatternNode;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
  readonly firstGroup: number;
  readonly lastGroup: number;
}

/**
 * Why a pattern or a replacement is invalid: a sentence, and the position in its text (in UTF-16 code units, from 0).
 */
export interface PatternError<Code extends string = PatternCode> {
  readonly kind: 'invalid';
  readonly code: Code;
  readonly reason: string;
  readonly offset: number;
  readonly length: number;
}

/** The diagnostic codes of invalid patterns. */
export type PatternCode = 'invalid_pattern' | 'irregular_pattern' | 'pattern_too_large';

/** Limits of one pattern. The reason of `pattern_too_large` names the exceeded one. */
export const LIMITS = {
  /** Length of the pattern in UTF-16 code units. */
  patternLength: 100_000,
  /** Depth of nested groups. */
  nesting: 250,
  /** Nodes of the tree after every `{n,m}` is expanded. */
  nodes: 100_000,
  /** States of the automaton. */
  states: 10_000,
  /** States multiplied by character classes. */
  cells: 500_000,
  /** Transitions in the program of a replacement. */
  steps: 20_000,
  /** Units of work while the automaton is built, about 0.1 microseconds each. */
  work: 5_000_000,
} as const;

/** Thrown while an automaton is built. This folder converts it to `pattern_too_large`. */
export class PatternTooLarge extends Error {}

/** Limits the work of building an automaton. */
export interface Budget {
  /**
   * Uses up units of work.
   * @throws PatternTooLarge if the limit is exceeded
   */
  spend(units: number): void;
}

/** Creates a budget of `limit` units of work. */
export function createBudget(limit: number): Budget {
  let left = limit;
  return {
    spend(units) {
      left -= units;
      if (left < 0) throw new PatternTooLarge('its automaton takes too long to build');
    },
  };
}

/** Creates the error `pattern_too_large`. Its position is the whole pattern. */
export function tooLarge(pattern: string, why: string): PatternError {
  return {
    kind: 'invalid',
    code: 'pattern_too_large',
    reason: `the pattern is too large: ${why}`,
    offset: 0,
    length: pattern.length,
  };
}
