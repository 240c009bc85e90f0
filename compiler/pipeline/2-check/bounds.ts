import type { Spec, ValidationRule } from '../1-read/spec-shape.ts';
import { compareDecimals, toDecimal } from '../../kernel/values/number.ts';
import type { Limit } from '../../language/rules/rule-kind.ts';
import { ruleKinds } from '../../language/rules/rule-kinds.ts';
import { ruleName } from './model/all-rules.ts';
import type { Check } from './model/check.ts';

/** The strictest limit of one side, and its rule. */
interface Bound {
  readonly rule: ValidationRule;
  readonly limit: Limit;
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
    const of = (side: Pick<Limit, 'of' | 'side'>) => strictest.get(boundKey(name, side));
    const values = contradiction(of({ of: 'VALUE', side: 'MIN' }), of({ of: 'VALUE', side: 'MAX' }));
    if (values !== null)
      report('min_above_max', values.pointer, { ...values.params, field: name }, { seeAlso: values.other });
    const lengths = contradiction(of({ of: 'LENGTH', side: 'MIN' }), of({ of: 'LENGTH', side: 'MAX' }));
    if (lengths !== null)
      report('contradicting_lengths', lengths.pointer, { ...lengths.params, field: name }, { seeAlso: lengths.other });
  }
};

function strictestBounds({ validationRules = [] }: Spec): ReadonlyMap<string, Bound> {
  const strictest = new Map<string, Bound>();
  for (const [index, rule] of validationRules.entries()) {
    const { limit: limitOf, operandKey } = ruleKinds[rule.ruleType];
    const limit = limitOf(rule);
    if (limit === null || rule.when !== undefined) continue;
    const value = toDecimal(limit.operand.trim(), '.');
    if (value === null) continue;
    const key = boundKey(rule.field, limit);
    const known = strictest.get(key);
    const sign = limit.side === 'MIN' ? 1 : -1;
    if (known === undefined || compareDecimals(value, known.value) * sign > 0)
      strictest.set(key, { rule, limit, value, pointer: `/validationRules/${index}/${operandKey ?? ''}` });
  }
  return strictest;
}

function boundKey(field: string, { of, side }: Pick<Limit, 'of' | 'side'>): string {
  return `${of} ${side} ${field}`;
}

function contradiction(min: Bound | undefined, max: Bound | undefined) {
  if (min === undefined || max === undefined || compareDecimals(min.value, max.value) <= 0) return null;
  const params = { by: ruleName(min.rule), other: ruleName(max.rule), min: min.limit.operand, max: max.limit.operand };
  return { pointer: min.pointer, other: max.pointer, params };
}
