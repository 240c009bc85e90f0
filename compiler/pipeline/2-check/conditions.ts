import { comparableValue } from '../../language/rules/condition.ts';
import { ruleName } from './model/all-rules.ts';
import type { Check } from './model/check.ts';

/** Reports conditions of rules that have not exactly one of `values` and `isNull`, or values of another type. */
export const checkConditions: Check = ({ fields, validationRules = [] }, report) => {
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const [index, rule] of validationRules.entries()) {
    const { when } = rule;
    if (when === undefined) continue;
    const pointer = `/validationRules/${index}/when`;
    const by = ruleName(rule);
    if ((when.values === undefined) === (when.isNull === undefined))
      report('condition_not_clear', pointer, { by, hasBoth: when.values !== undefined });
    const field = byName.get(when.field);
    if (field === undefined) continue;
    for (const [place, value] of (when.values ?? []).entries()) {
      if (comparableValue(value, field) === null)
        report('value_not_of_type', `${pointer}/values/${place}`, { by, value, field: field.name, type: field.type });
    }
  }
};
