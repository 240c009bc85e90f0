import type { CodePointSet } from './code-point-set.ts';

/** A pattern as a tree, with all that one-pass matching cannot do already refused. */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CodePointSet }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'group'; readonly index: number; readonly body: PatternNode }
  | PatternRepeat
  | { readonly kind: 'start' }
  | { readonly kind: 'end' };

/** A quantifier. `max` is Infinity where there is none; `firstGroup`..`lastGroup` are the capturing groups inside, none where first > last. */
export interface PatternRepeat {
  readonly kind: 'repeat';
  readonly body: PatternNode;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
  readonly firstGroup: number;
  readonly lastGroup: number;
}

/** Why a pattern or a replacement cannot be used: a plain sentence, and the place in its text (UTF-16 units from 0). */
export interface PatternWrong<Code extends string = PatternCode> {
  readonly kind: 'wrong';
  readonly code: Code;
  readonly reason: string;
  readonly offset: number;
  readonly length: number;
}

export type PatternCode = 'invalid_pattern' | 'irregular_pattern' | 'pattern_too_large';

/** The bounds of one pattern. Each is told in the reason of `pattern_too_large`. */
export const LIMITS = {
  /** UTF-16 units of the pattern's text. */
  patternLength: 100_000,
  /** Groups inside each other. */
  nesting: 250,
  /** Nodes of the tree once every `{n,m}` is written out. */
  nodes: 100_000,
  /** States of the automaton. */
  states: 10_000,
  /** States times classes of characters. */
  cells: 500_000,
  /** Steps of the program of a replacement. */
  steps: 20_000,
  /** Units of work while building, near a tenth of a microsecond each. */
  work: 5_000_000,
} as const;

/** Thrown inside the building of an automaton, and turned into `pattern_too_large` before it leaves this folder. */
export class PatternTooLarge extends Error {}

/** Counts the work of building. */
export interface Budget {
  /** @throws PatternTooLarge where the work is used up. */
  spend(units: number): void;
}

export function createBudget(limit: number): Budget {
  let left = limit;
  return {
    spend(units) {
      left -= units;
      if (left < 0) throw new PatternTooLarge('its automaton takes too long to build');
    },
  };
}

/** The `pattern_too_large` of a whole pattern. */
export function tooLarge(pattern: string, why: string): PatternWrong {
  return {
    kind: 'wrong',
    code: 'pattern_too_large',
    reason: `The pattern is too large: ${why}.`,
    offset: 0,
    length: pattern.length,
  };
}
