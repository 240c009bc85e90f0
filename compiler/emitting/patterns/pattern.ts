import type { CodePointSet } from './code-point-set.ts';

/**
 * A pattern as a tree. It contains only what an automaton can match in one pass over the text. For example, it has no
 * back-references.
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
 * A quantifier such as `{2,5}`. `max` is Infinity if there is no limit. The capturing groups inside have the numbers
 * `firstGroup` to `lastGroup`. There are none if `firstGroup` is greater.
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
 * The reason why a pattern or a replacement is invalid. `reason` is a clause for messages. `offset` (from 0) and
 * `length` locate it in the text, in UTF-16 code units.
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

/** Limits of one pattern. If one is exceeded, the reason of `pattern_too_large` names it. */
export const LIMITS = {
  /** Maximum length of the pattern in UTF-16 code units. */
  patternLength: 100_000,
  /** Maximum depth of nested groups. */
  nesting: 250,
  /** Maximum number of nodes of the tree, with every `{n,m}` written out. */
  nodes: 100_000,
  /** Maximum number of states of the automaton. */
  states: 10_000,
  /** Maximum size of the table of transitions: states multiplied by character classes. */
  cells: 500_000,
  /** Maximum number of transitions in the program of a REGEX_REPLACE. */
  steps: 20_000,
  /** Maximum work of creating the automaton, in units of about 0.1 microseconds. */
  work: 5_000_000,
} as const;

/**
 * Thrown if a pattern exceeds a limit while its automaton is created. The planning functions catch it and return
 * `pattern_too_large`.
 */
export class PatternTooLarge extends Error {}

/** Limits the work of creating an automaton. */
export interface Budget {
  /**
   * Consumes units of work.
   * @throws PatternTooLarge if more units are consumed than the limit
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

/** Creates the error `pattern_too_large` for the whole pattern. `why` names the exceeded limit. */
export function tooLarge(pattern: string, why: string): PatternError {
  return {
    kind: 'invalid',
    code: 'pattern_too_large',
    reason: `the pattern is too large: ${why}`,
    offset: 0,
    length: pattern.length,
  };
}
