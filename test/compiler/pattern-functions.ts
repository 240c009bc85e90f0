import { planMatcher, type MatcherPlan } from '../../compiler/emitting/patterns/plan-matcher.ts';
import { planReplacer, type ReplacerPlan } from '../../compiler/emitting/patterns/plan-replacer.ts';
import { emitMatcher, emitReplacer } from '../../compiler/emitting/patterns/emit.ts';
import { createMatcher } from '../../compiler/kernel/values/patterns/matcher.ts';
import { createSearch, type Search } from '../../compiler/kernel/values/patterns/search.ts';
import { createReplacer, type Replacer } from '../../compiler/kernel/values/patterns/replacer.ts';

export function matcherPlan(pattern: string): MatcherPlan {
  const planned = planMatcher(pattern);
  if (planned.kind === 'invalid') throw new Error(planned.reason);
  return planned.plan;
}

/** Returns whether the compiler accepts the pattern. Some short patterns have automata beyond its limit. */
export function isWithinLimit(pattern: string): boolean {
  const planned = planMatcher(pattern);
  return planned.kind !== 'invalid' || planned.code !== 'pattern_too_large';
}

/** Returns the matcher of a generated module, evaluated from its emitted source. */
export function matcher(pattern: string): (text: string) => boolean {
  return new Function('createMatcher', `return ${emitMatcher(matcherPlan(pattern)).source}`)(createMatcher);
}

export function replacerPlan(pattern: string, replacement: string): ReplacerPlan {
  const planned = planReplacer(pattern, replacement);
  if (planned.kind === 'invalid') throw new Error(planned.reason);
  return planned.plan;
}

/** Returns the replacer of a generated module, evaluated from its emitted source. */
export function replacer(pattern: string, replacement: string): Replacer {
  return callWith(pattern, replacement, createReplacer);
}

/** Returns the search inside the replacer, with all groups that the replacement uses. */
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
