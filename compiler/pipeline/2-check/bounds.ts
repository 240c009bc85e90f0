import type { RuleOf, Spec } from '../1-read/spec-shape.ts';
import { compareDecimals, toDecimal } from '../../kernel/values/number.ts';
import { ruleName } from './model/all-rules.ts';
import type { Check } from './model/check.ts';

interface Bound {
  readonly rule: RuleOf<'MIN_VALUE' | 'MAX_VALUE' | 'MIN_LENGTH' | 'MAX_LENGTH'>;
  readonly pointer: string;
  /** The operand of the rule in canonical decimal form, such as `10` for `+010`. */
  readonly value: string;
}

/**
 * Reports fields whose minimum is above their maximum, in value or in length. If several rules set the same bound, only
 * the strictest one is compared.
 */
export const checkBounds: Check = (spec, report) => {
  const strictest = strictestBounds(spec);
  for (const { name } of spec.fields) {
    const of = (kind: Bound['rule']['ruleType']) => strictest.get(boundKey(name, kind));
    const values = contradiction(of('MIN_VALUE'), of('MAX_VALUE'));
    if (values !== null)
      report('min_above_max', values.pointer, { ...values.params, field: name }, { seeAlso: values.other });
    const lengths = contradiction(of('MIN_LENGTH'), of('MAX_LENGTH'));
    if (lengths !== null)
      report('contradicting_lengths', lengths.pointer, { ...lengths.params, field: name }, { seeAlso: lengths.other });
  }
};

function strictestBounds({ validationRules = [] }: Spec): ReadonlyMap<string, Bound> {
  const strictest = new Map<string, Bound>();
  for (const [index, rule] of validationRules.entries()) {
    if (!isBound(rule) || rule.when !== undefined) continue;
    const value = toDecimal(rule.value.trim(), '.');
    if (value === null) continue;
    const key = boundKey(rule.field, rule.ruleType);
    const known = strictest.get(key);
    const sign = rule.ruleType.startsWith('MIN') ? 1 : -1;
    if (known === undefined || compareDecimals(value, known.value) * sign > 0)
      strictest.set(key, { rule, value, pointer: `/validationRules/${index}/value` });
  }
  return strictest;
}

function isBound(rule: { readonly ruleType: string }): rule is Bound['rule'] {
  return ['MIN_VALUE', 'MAX_VALUE', 'MIN_LENGTH', 'MAX_LENGTH'].includes(rule.ruleType);
}

function boundKey(field: string, kind: string): string {
  return `${kind} ${field}`;
}

function contradiction(min: Bound | undefined, max: Bound | undefined) {
  if (min === undefined || max === undefined || compareDecimals(min.value, max.value) <= 0) return null;
  const params = { by: ruleName(min.rule), other: ruleName(max.rule), min: min.rule.value, max: max.rule.value };
  return { pointer: min.pointer, other: max.pointer, params };
}
