import { planMatcher, type MatcherPlan } from '../../compiler/patterns/plan-matcher.ts';
import { planReplacer, type ReplacerPlan } from '../../compiler/patterns/plan-replacer.ts';
import { emitMatcher, emitReplacer } from '../../compiler/patterns/emit.ts';
import { createMatcher } from '../../compiler/kernel/patterns/matcher.ts';
import { createSearch, type Search } from '../../compiler/kernel/patterns/search.ts';
import { createReplacer, type Replacer } from '../../compiler/kernel/patterns/replacer.ts';

export function matcherPlan(pattern: string): MatcherPlan {
  const planned = planMatcher(pattern);
  if (planned.kind === 'wrong') throw new Error(planned.reason);
  return planned.plan;
}

/** Whether the compiler takes the pattern: some of few characters have automata beyond its limit. */
export function isWithinLimit(pattern: string): boolean {
  const planned = planMatcher(pattern);
  return planned.kind !== 'wrong' || planned.code !== 'pattern_too_large';
}

/** The matcher as a generated module has it: from the source text of its call. */
export function matcher(pattern: string): (text: string) => boolean {
  return new Function('createMatcher', `return ${emitMatcher(matcherPlan(pattern)).source}`)(createMatcher);
}

export function replacerPlan(pattern: string, replacement: string): ReplacerPlan {
  const planned = planReplacer(pattern, replacement);
  if (planned.kind === 'wrong') throw new Error(planned.reason);
  return planned.plan;
}

/** The replacer as a generated module has it: from the source text of its call. */
export function replacer(pattern: string, replacement: string): Replacer {
  return callWith(pattern, replacement, createReplacer);
}

/** The search inside the replacer, with all groups of the replacement in use. */
export function searchOf(pattern: string, replacement: string): Search {
  const { slots } = replacerPlan(pattern, replacement);
  return callWith(pattern, replacement, (classes, sets, states) => createSearch({ classes, sets, states, slots }));
}

function callWith<T>(
  pattern: string,
  replacement: string,
  create: (...parts: Parameters<typeof createReplacer>) => T,
): T {
  return new Function('createReplacer', `return ${emitReplacer(replacerPlan(pattern, replacement)).source}`)(create);
}
