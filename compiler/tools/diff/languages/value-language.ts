import type { Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import { type MatcherPlan, planMatcher } from '../../../emitting/patterns/plan-matcher.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';

/**
 * Returns an automaton for the values that a rule accepts. Returns null if the rule cannot be expressed as a regex, or
 * if the automaton is too large.
 */
export function languageOfRule(rule: ValidationRule, field: Field): MatcherPlan | null {
  const pattern = ruleKinds[rule.ruleType].pattern(rule, field);
  return pattern === null ? null : languageOf(pattern);
}

/**
 * Returns an automaton that accepts every value of the field's type. For DATE it also accepts some texts that are not
 * dates. `null` if the automaton is too large.
 */
export function languageOfType(field: Field): MatcherPlan | null {
  return languageOf(typeKinds[field.type].valuePattern(field));
}

/**
 * Returns the automaton of a regex. `null` if the regex is invalid or not supported, or if the automaton is too large.
 */
export function languageOf(pattern: string): MatcherPlan | null {
  const planned = planMatcher(pattern);
  return planned.kind === 'ok' ? planned.plan : null;
}
