import type { FieldPlan, Plan, RelationPlan, RulePlan } from '../../language/plan/plan.ts';
import { ruleKinds } from '../../language/rules/rule-kinds.ts';

/**
 * Returns a plan for documents that other organisations read: it names no value of a sensitive field. Such a field has
 * no corrections there, and no rules except those of its length. Other fields have no rule and no expression that reads a
 * sensitive one.
 */
export function withoutSensitiveValues(plan: Plan): Plan {
  const sensitive = new Set(plan.fields.filter((field) => field.sensitive).map(({ name }) => name));
  return { ...plan, fields: plan.fields.map((field) => withoutValues(field, sensitive)) };
}

function withoutValues(field: FieldPlan, sensitive: ReadonlySet<string>): FieldPlan {
  if (field.sensitive)
    return { ...field, corrections: [], rules: field.rules.filter(isOfLength), relations: [], computed: null };
  const { computed } = field;
  return {
    ...field,
    computed: computed?.readsSensitive === true ? null : computed,
    relations: field.relations.filter((rule) => !readsSensitive(rule, sensitive)),
  };
}

/** Whether the words of a rule may have values of a sensitive field: in its condition, or in its expression. */
function readsSensitive({ when, expression }: RelationPlan, sensitive: ReadonlySet<string>): boolean {
  return (when !== null && sensitive.has(when.field)) || expression?.readsSensitive === true;
}

/** Whether a rule demands nothing but a length. */
function isOfLength({ ruleType, operand }: RulePlan): boolean {
  const keywords = Object.keys(ruleKinds[ruleType].schema(operand, 'string'));
  return keywords.length > 0 && keywords.every((keyword) => keyword === 'minLength' || keyword === 'maxLength');
}
