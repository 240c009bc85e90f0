import type { ValidationRule, Field } from '../../../pipeline/1-read/spec-shape.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { normalizeDecimal } from '../../../kernel/values/number.ts';
import { decimalType } from '../../../language/types/decimal.ts';
import { isSame } from '../model/spec-pair.ts';
import { languageOf } from '../languages/value-language.ts';

/**
 * Returns a rule's operand in a form that `isSame` can compare. For MIN_VALUE and MAX_VALUE, `1.0` and `1` have the
 * same form. A list has the same form as a text with the same values separated by commas.
 */
export function operandOf(rule: ValidationRule, field: Field): unknown {
  const kind = ruleKinds[rule.ruleType];
  if (rule.ruleType === 'REGEX' || !kind.types.includes(field.type)) return valueOf(rule);
  if (rule.ruleType === 'MIN_VALUE' || rule.ruleType === 'MAX_VALUE')
    return normalizeDecimal(decimalType.canonical(rule.value, field) ?? rule.value);
  const plan = kind.plan(rule, field);
  return rule.ruleType === 'ALLOWED_VALUES' ? sortedValues(plan) : plan;
}

/**
 * Whether both rules are REGEX rules and match the same texts. Patterns that match the same texts have equal minimal
 * automata. Also true if neither pattern has an automaton, for example because it would be too large.
 */
export function isSamePattern(old: ValidationRule, now: ValidationRule): boolean {
  return old.ruleType === 'REGEX' && now.ruleType === 'REGEX' && isSame(languageOf(old.value), languageOf(now.value));
}

/** Returns the allowed values of a plan in sorted order, because their order does not matter. */
function sortedValues(plan: unknown): unknown {
  const values = typeof plan === 'object' && plan !== null && 'values' in plan ? plan.values : plan;
  return Array.isArray(values) ? values.toSorted() : values;
}

/** Returns the operand of a rule as written, or null if it has none. */
export function valueOf(rule: ValidationRule): unknown {
  if ('algorithm' in rule) return rule.algorithm;
  if ('operator' in rule) return `${rule.operator} ${rule.other}`;
  return 'value' in rule ? rule.value : null;
}

/** Returns the key of a rule's operand. */
export function operandKey(rule: ValidationRule): string {
  return 'algorithm' in rule ? 'algorithm' : 'operator' in rule ? 'operator' : 'value';
}
