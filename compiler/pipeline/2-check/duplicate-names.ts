import type { Check } from './model/check.ts';
import { allRules } from './model/all-rules.ts';

/** Reports fields with the same name. */
export const checkFieldNames: Check = ({ fields }, report) => {
  const first = new Map<string, number>();
  for (const [index, { name }] of fields.entries()) {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else report('duplicate_field', `/fields/${index}/name`, { name }, { seeAlso: `/fields/${earlier}/name` });
  }
};

/**
 * Reports corrections and rules with the same ruleId. Also reports the ruleId `required:<field>` if that field has
 * `required: true`, which reserves it.
 */
export const checkRuleIds: Check = (spec, report) => {
  const implied = new Map(spec.fields.filter(({ required }) => required).map(({ name }) => [`required:${name}`, name]));
  const first = new Map<string, string>();
  for (const { ruleId, pointer } of allRules(spec)) {
    const earlier = first.get(ruleId);
    const field = implied.get(ruleId);
    if (earlier !== undefined)
      report('duplicate_rule_id', `${pointer}/ruleId`, { ruleId }, { seeAlso: `${earlier}/ruleId` });
    else if (field !== undefined) report('reserved_rule_id', `${pointer}/ruleId`, { ruleId, field });
    if (earlier === undefined) first.set(ruleId, pointer);
  }
};

/** Reports a field that the message key names twice. */
export const checkKeyFields: Check = ({ messageKey = [] }, report) => {
  const first = new Map<string, number>();
  for (const [index, field] of messageKey.entries()) {
    const earlier = first.get(field);
    if (earlier === undefined) first.set(field, index);
    else report('duplicate_key_field', `/messageKey/${index}`, { field }, { seeAlso: `/messageKey/${earlier}` });
  }
};
