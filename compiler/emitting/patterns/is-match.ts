import type { MatcherPlan } from './plan-matcher.ts';

/** Returns whether a text matches a pattern as a whole. */
export function isMatch({ ranges, classes, start, table, accepting }: MatcherPlan, text: string): boolean {
  let state = start;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const found = ranges.find(({ from, to }) => from <= point && point <= to);
    state = table[state * classes + (found?.class ?? 0)] ?? 0;
  }
  return Boolean(accepting[state]);
}
