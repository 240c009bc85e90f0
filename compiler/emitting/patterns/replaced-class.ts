import type { CodePointSet } from './code-point-set.ts';
import { readPattern } from './read-pattern.ts';

/** A pattern that matches one character of a class, or one or more of them. */
export interface ReplacedClass {
  readonly set: CodePointSet;
  /** Whether a match is as long as possible: `[ -]+` instead of `[ -]`. */
  readonly isRun: boolean;
}

/** Returns the class that a pattern consists of, or null for any other pattern. */
export function readReplacedClass(pattern: string): ReplacedClass | null {
  const read = readPattern(pattern);
  if (read.kind === 'invalid') return null;
  const { tree } = read;
  if (tree.kind === 'set') return { set: tree.set, isRun: false };
  const isRun = tree.kind === 'repeat' && tree.body.kind === 'set' && tree.min === 1 && tree.max === Infinity;
  return isRun && tree.body.kind === 'set' && !tree.lazy ? { set: tree.body.set, isRun } : null;
}

/** Returns whether a class contains a code point. */
export function hasCodePoint(set: CodePointSet, point: number): boolean {
  return set.some((from, i) => i % 2 === 0 && from <= point && point <= (set[i + 1] ?? from));
}
