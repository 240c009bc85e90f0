import type { ValidationRule } from '../1-read/spec-shape.ts';
import { compareDecimals } from '../../kernel/values/number.ts';
import { textsOf } from '../../language/shape/create-shape.ts';

/** 2^53: a double represents every integer up to this magnitude exactly. */
const MAX_OPERAND = String(2 ** 53);
/** A double represents every integer with at most this many characters, including its sign, exactly. */
const EXACT_LENGTH = MAX_OPERAND.length - 1;

/**
 * Returns whether MIN_VALUE and MAX_VALUE, MAX_LENGTH or ALLOWED_VALUES limit an INTEGER field to values that a double
 * represents exactly. Other rules, rules with severity WARNING, and rules
 * with a condition do not count.
 */
export function fitsDouble(rules: readonly ValidationRule[]): boolean {
  const binding = rules.filter(({ severity, when }) => severity !== 'WARNING' && when === undefined);
  const isBounded = (type: 'MIN_VALUE' | 'MAX_VALUE') =>
    binding.some((rule) => rule.ruleType === type && isExact(rule.value));
  if (isBounded('MIN_VALUE') && isBounded('MAX_VALUE')) return true;
  return binding.some((rule) => {
    if (rule.ruleType === 'MAX_LENGTH') return Number(rule.value) <= EXACT_LENGTH;
    return rule.ruleType === 'ALLOWED_VALUES' && textsOf(rule.value).every(isExact);
  });
}

function isExact(number: string): boolean {
  const magnitude = number.replace(/^[+-]/, '').replace(/^0+(?=\d)/, '');
  return compareDecimals(magnitude, MAX_OPERAND) <= 0;
}
