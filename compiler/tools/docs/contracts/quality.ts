import { describeCondition } from '../../../language/rules/condition.ts';
import { demandOf, ruleKinds } from '../../../language/rules/rule-kinds.ts';
import type { FieldPlan, IssuePlan } from '../../../language/plan/plan.ts';
import type { SchemaKeywords } from '../../../language/types/value-schema.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';

/** A quality rule of the Open Data Contract Standard 3.1. */
export type Quality = Readonly<Record<string, unknown>>;

/** The field before values of sensitive fields are left out, and the field without them. */
interface ShownField {
  readonly field: FieldPlan;
  readonly shown: FieldPlan;
}

/**
 * Returns the rules of a field as quality rules: those that the standard can express as metrics that must be 0, and the
 * others as sentences. A rule whose words may have values of a sensitive field has only its name and its severity.
 */
export function qualityOf({ field, shown }: ShownField): Quality[] {
  const isShown = (rule: IssuePlan) => [...shown.rules, ...shown.relations].some((one) => one === rule);
  return [
    ...field.requiredRules.map((rule) => requiredQuality(field, rule)),
    ...field.rules.map((rule) =>
      isShown(rule)
        ? { ...commonOf(field, rule, 'conformity'), ...metricOf(rule, field) }
        : withheld(field, rule, 'conformity'),
    ),
    ...field.relations.map((rule) =>
      isShown(rule) ? relationQuality(field, rule) : withheld(field, rule, 'consistency'),
    ),
  ];
}

function requiredQuality(field: FieldPlan, rule: IssuePlan): Quality {
  return {
    ...commonOf(field, rule, 'completeness'),
    description: `${field.messageName} is required`,
    ...noneOf('nullValues'),
  };
}

function relationQuality(field: FieldPlan, rule: FieldPlan['relations'][number]): Quality {
  const demand = demandOf(rule.ruleType, rule.operand);
  const sentence = rule.when === null ? demand : `${demand} ${describeCondition(rule.when)}`;
  return {
    ...commonOf(field, rule, 'consistency'),
    description: describe(`${field.messageName} ${sentence}`, rule),
    type: 'text',
  };
}

function metricOf(rule: FieldPlan['rules'][number], field: FieldPlan): Quality {
  const kind = ruleKinds[rule.ruleType];
  const description = describe(`${field.messageName} must ${kind.demand(rule.operand)}`, rule);
  const argument = argumentsOf(kind.schema(rule.operand, typeKinds[field.type].schema(field.operand, 'NUMBER').type));
  if (argument === null) return { description, type: 'text' };
  return { description, ...noneOf('invalidValues'), arguments: argument };
}

/** Returns the arguments of the metric `invalidValues` for a rule. Null: the metric has none for it. */
function argumentsOf(keywords: SchemaKeywords): Quality | null {
  const { enum: values, pattern, ...others } = keywords;
  if (Object.keys(others).length > 0) return null;
  if (Array.isArray(values)) return { validValues: values };
  return typeof pattern === 'string' ? { pattern } : null;
}

function noneOf(metric: string): Quality {
  return { type: 'library', metric, mustBe: 0, unit: 'rows' };
}

function withheld(field: FieldPlan, rule: IssuePlan, dimension: string): Quality {
  const description = `${rule.code} of ${field.messageName}: its values are withheld, because a field is sensitive`;
  return { ...commonOf(field, rule, dimension), description, type: 'text' };
}

function commonOf(field: FieldPlan, { ruleId, code, severity }: IssuePlan, dimension: string): Quality {
  return { name: ruleId ?? `${field.messageName}-${code.toLowerCase()}`, dimension, severity };
}

/** Adds the message that the author of a rule wrote. */
function describe(sentence: string, { message }: IssuePlan): string {
  return message === sentence ? sentence : `${sentence}. ${message}`;
}
