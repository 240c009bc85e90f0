import type { CorrectionRule, Field, Spec, ValidationRule } from '../1-read/spec-shape.ts';
import { correctionKinds } from '../corrections/correction-kinds.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { fitsDouble } from './integer-bounds.ts';
import { Names, toCamelCase, toPascalCase, toRuleName } from '../code/names.ts';
import type { CorrectionPlan, FieldPlan, IssuePlan, RulePlan } from '../plan/plan.ts';

/** What the plan of a field depends on. */
export interface FieldInput {
  field: Field;
  spec: Spec;
  /** Corrections and rules of the field, in the order of the spec. */
  correctionRules: readonly CorrectionRule[];
  validationRules: readonly ValidationRule[];
  /** Names of the declarations of the generated module. */
  names: Names;
  /** Names of the properties that represent fields. */
  keys: Names;
}

/** Plans one field: its column, its type, and its corrections and rules in order. */
export function planField({ field, spec, correctionRules, validationRules, names, keys }: FieldInput): FieldPlan {
  const kind = typeKinds[field.type];
  const operand = kind.plan(field);
  const key = keys.take(toCamelCase(field.name, 'field'));
  const functionName = names.take(toPascalCase(key, 'Field'), (name) => [
    ...['read', 'validate', 'check', 'copy'].map((verb) => verb + name),
    `copy${name}Carefully`,
  ]);
  const nameRule = (ruleId: string) => names.take(toRuleName(key, ruleId));
  return {
    name: field.name,
    column: field.columnName ?? field.name,
    key,
    functionName,
    type: field.type,
    operand,
    sensitive: field.sensitive ?? false,
    isNeverNull:
      field.required === true ||
      validationRules.some(({ ruleType, severity }) => ruleType === 'REQUIRED' && severity !== 'WARNING'),
    integerAs: fitsDouble(validationRules) ? 'number' : 'bigint',
    columnConstant: names.take(`${key}Column`),
    typeIssue: {
      constant: names.take(`${key}Type`),
      severity: spec.onTypeMismatch ?? 'ERROR',
      code: 'TYPE_MISMATCH',
      ruleId: null,
      message: `${field.name} must be ${/^[AEIOU]/.test(field.type) ? 'an' : 'a'} ${kind.demand?.(operand) ?? kind.sentence(operand)}`,
    },
    corrections: correctionRules.map((correction) => planCorrection(correction, key)),
    requiredRules: planRequired(field, validationRules, nameRule),
    rules: validationRules
      .filter(({ ruleType }) => ruleType !== 'REQUIRED')
      .map((rule) => planRule(rule, field, nameRule)),
  };
}

/** Names the constant of a rule: `amountPositive`. */
type NameRule = (ruleId: string) => string;

function planCorrection(correction: CorrectionRule, key: string): CorrectionPlan {
  const kind = correctionKinds[correction.correctionType];
  return {
    correctionType: correction.correctionType,
    operand: kind.plan(correction),
    declares: toRuleName(key, correction.ruleId),
  };
}

function planRequired(field: Field, rules: readonly ValidationRule[], nameRule: NameRule): IssuePlan[] {
  const implied: IssuePlan[] =
    field.required === true
      ? [
          {
            constant: nameRule('Required'),
            severity: 'ERROR',
            code: 'REQUIRED',
            ruleId: `required:${field.name}`,
            message: requiredMessage(field),
          },
        ]
      : [];
  const listed = rules
    .filter(({ ruleType }) => ruleType === 'REQUIRED')
    .map((rule) => planIssue(rule, requiredMessage(field), nameRule));
  return [...implied, ...listed];
}

function planRule(rule: ValidationRule, field: Field, nameRule: NameRule): RulePlan {
  const kind = ruleKinds[rule.ruleType];
  const operand = kind.plan(rule, field);
  const issue = planIssue(rule, `${field.name} must ${kind.demand(operand)}`, nameRule);
  return { ...issue, ruleType: rule.ruleType, operand, declares: issue.constant };
}

function planIssue(
  { ruleId, ruleType, severity, message }: ValidationRule,
  defaultMessage: string,
  nameRule: NameRule,
): IssuePlan {
  return {
    constant: nameRule(ruleId),
    severity: severity ?? 'ERROR',
    code: ruleType,
    ruleId,
    message: message ?? defaultMessage,
  };
}

function requiredMessage({ name }: Field): string {
  return `${name} is required`;
}
