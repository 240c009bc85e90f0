import { formatKinds } from '../../language/formats/format-kinds.ts';
import { columnNameOf } from '../../language/formats/model/column-names.ts';
import type { CorrectionRule, Field, Spec, ValidationRule } from '../1-read/spec-shape.ts';
import { isComputed } from '../1-read/computed-fields.ts';
import { isCondition } from '../1-read/where-fields.ts';
import { withSources } from '../1-read/dependencies.ts';
import { masksOf, type PlannedField } from '../1-read/masked-fields.ts';
import { planMask } from '../../language/masks/mask-kinds.ts';
import { compileExpression, type ExpressionNames } from '../../language/expressions/compile-expression.ts';
import { fieldsOf, mapCalls, visit } from '../../language/expressions/model/expression.ts';
import { functionOf } from '../../language/expressions/functions/functions.ts';
import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import { joinAlternatives } from '../../language/corrections/coerce-date.ts';
import { keepsOtherTexts, mergeDateCorrections, sourceFormatsOf } from '../../language/corrections/merge-dates.ts';
import { patternOf } from '../../language/types/date.ts';
import { planReplacer } from '../../emitting/patterns/plan-replacer.ts';
import { sourceWords } from '../../emitting/dates/plan/pattern.ts';
import { isBlank, truncate } from '../../kernel/values/text.ts';
import { type Limit, MAX_MESSAGE_CODE_POINTS } from '../../language/rules/rule-kind.ts';
import { describeCondition, planCondition } from '../../language/rules/condition.ts';
import { isRelation } from '../../language/rules/relations.ts';
import { demandOf, ruleKinds } from '../../language/rules/rule-kinds.ts';
import { typeKinds } from '../../language/types/type-kinds.ts';
import { capitalize, type Names, toCamelCase, toPascalCase, toRuleName } from '../../emitting/code/names.ts';
import {
  type CopyPlan,
  type ExpressionPlan,
  type CorrectionPlan,
  type FieldPlan,
  type IssuePlan,
  MAX_RECORD_BYTES,
  type RelationPlan,
  type RulePlan,
  type TitlePlan,
} from '../../language/plan/plan.ts';
import { compareDecimals } from '../../kernel/values/number.ts';

/** The input for the plan of one field. */
export interface FieldInput {
  field: PlannedField;
  spec: Spec;
  /** The corrections and validation rules of the field, in the order of the spec. */
  correctionRules: readonly CorrectionRule[];
  validationRules: readonly ValidationRule[];
  /** The names that are taken in the generated module. `planField` adds the names that it chooses. */
  names: Names;
  /** What the names of the field's declarations begin with: the record type in Pascal case. Empty if there is one type. */
  prefix: string;
  /** The source of the value if it is copied from another record. */
  copy: CopyPlan | null;
  /** The property names that are taken in the generated record type. `planField` adds the name that it chooses. */
  keys: Names;
}

/**
 * Returns the plan of one field: its column, its type, and its corrections and rules in order. Chooses the names of the
 * field in the generated module, and adds them to `names` and `keys`.
 */
export function planField({
  field,
  spec,
  correctionRules,
  validationRules,
  names,
  keys,
  prefix,
  copy,
}: FieldInput): FieldPlan {
  const kind = typeKinds[field.type];
  const operand = kind.plan(field);
  const key = keys.take(toCamelCase(field.name, 'field'));
  const base = prefix === '' ? key : toCamelCase(prefix + capitalize(key), 'field');
  const functionName = names.take(toPascalCase(base, 'Field'), (name) => [
    ...['read', 'validate', 'check', 'copy'].map((verb) => verb + name),
    `copy${name}Carefully`,
    ...(isComputed(field) ? [`compute${name}`] : []),
  ]);
  const { maskOf } = field;
  const shown = maskOf === undefined ? field : { ...field, name: maskOf };
  const nameRule = (ruleId: string) => names.take(toRuleName(base, ruleId));
  const columnConstant = names.take(`${base}Column`);
  const typeIssue = planTypeIssue({ field: shown, spec, correctionRules }, names.take(`${base}Type`));
  const valueTypeIssue = planValueTypeIssue(shown, typeIssue, () => names.take(`${base}ValueType`));
  const requiredRules = planRequired({ field, spec, validationRules }, nameRule);
  const computed = isComputed(field)
    ? planExpression(field.value, { spec, names }, base, isCondition(field) ? {} : { masks: masksOf(spec.fields) })
    : null;
  const isRequired = requiredRules.some(({ severity }) => severity === 'FATAL');
  const corrections = mergeDateCorrections(correctionRules).map((correction) =>
    planCorrection(correction, { base, typeIssue, nameRule }, field),
  );
  // Whether each text is a value, or its record fails.
  const hasValueOrFails =
    typeIssue.severity === 'FATAL' || (kind.isText && corrections.every(({ mismatch }) => mismatch === null));
  return {
    name: field.name,
    messageName: maskOf ?? field.name,
    column: formatKinds[spec.format].columnOf?.(field) ?? columnNameOf(field),
    key,
    functionName,
    type: field.type,
    operand,
    sensitive: field.sensitive ?? false,
    isNeverNull:
      isRequired &&
      (computed === null ? hasValueOrFails : typeIssue.severity === 'FATAL' && !canLackSources(spec, computed.reads)),
    isFilled: computed === null && copy === null && hasValueOrFails && endsWithDefault(correctionRules, field, spec),
    integerAs: isBounded(validationRules, EXACT) ? 'number' : 'bigint',
    isLong: isBounded(validationRules, LONG),
    limit: null,
    columnConstant,
    typeIssue,
    valueTypeIssue,
    corrections,
    requiredRules,
    rules: validationRules
      .filter((rule) => !ruleKinds[rule.ruleType].checksNull && !isRelation(rule))
      .map((rule) => planRule(rule, field, nameRule)),
    relations: validationRules.filter(isRelation).map((rule) => planRelation(rule, { field, spec, names }, nameRule)),
    isRelated: false,
    copy,
    title: planTitle(field, spec),
    computed,
    computationOrder: -1,
    isPublished: field.publish ?? true,
    mask: field.mask === undefined ? null : planMask(field.mask),
    isMaskedText: maskOf !== undefined,
  };
}

/**
 * Returns whether the last correction of a field replaces null, so that the field has a value after it. A text that
 * outgrows the limits of a record, and a default that means null, have none.
 */
function endsWithDefault(
  corrections: readonly CorrectionRule[],
  field: Field,
  { nullValues = [], maxRecordBytes = MAX_RECORD_BYTES }: Spec,
): boolean {
  const last = corrections.at(-1);
  if (last === undefined) return false;
  const fallback = correctionKinds[last.correctionType].fallback(last);
  if (fallback === null || isBlank(fallback.text) || nullValues.includes(fallback.text)) return false;
  return corrections.every((correction) => {
    const { mayFail, grows, canOutgrow } = correctionKinds[correction.correctionType];
    return !mayFail && !(grows && canOutgrow(correction, field, maxRecordBytes));
  });
}

/** Plans the value of a line before the records. Null: the value is elsewhere. */
function planTitle(field: Field, { fields }: Spec): TitlePlan | null {
  if (field.fromLine === undefined) return null;
  const { line, pattern } = field.fromLine;
  const planned = planReplacer(pattern, '$1');
  if (planned.kind !== 'ok') throw new Error(`an invalid pattern passed the checks: ${pattern}`);
  const index = fields.filter(({ fromLine }) => fromLine !== undefined).findIndex(({ name }) => name === field.name);
  return { index, line, pattern, program: planned.plan };
}

/** Plans an expression. `base` is the base name of its declarations. Throws if the expression is not valid. */
function planExpression(
  text: string,
  { spec, names }: Pick<FieldInput, 'spec' | 'names'>,
  base: string,
  masks: Pick<ExpressionNames, 'masks'> = {},
): ExpressionPlan {
  const types = new Map(spec.fields.map(({ name, type }) => [name, typeKinds[type].expression.type]));
  const tables = Object.keys(spec.reference ?? {});
  const { expression } = compileExpression(text, { fields: types, tables, ...masks }, '');
  if (expression === null) throw new Error(`an invalid expression passed the checks: ${text}`);
  const named = mapCalls(expression, (call) => {
    const { declaredNames } = functionOf(call);
    return declaredNames('').length === 0 ? call : { ...call, declares: names.take(base, declaredNames) };
  });
  const reads = fieldsOf(named);
  const sensitive = new Set(spec.fields.flatMap((one) => (one.sensitive === true ? [one.name] : [])));
  let mayFail = false;
  visit(named, (part) => {
    if (part.kind === 'call' && functionOf(part).mayFail) mayFail = true;
  });
  return { text, expression: named, reads, mayFail, readsSensitive: reads.some((name) => sensitive.has(name)) };
}

/** Returns a free name for the constant of a rule, such as `amountPositive`. The name is then taken. */
type NameRule = (ruleId: string) => string;

/**
 * Returns whether a field that an expression reads may be wrong in a record that is processed all the same, so that the
 * expression has no value there: a cell is missing, or a correction exceeded a limit.
 */
function canLackSources(
  { fields, correctionRules = [], onMissingColumns = 'FATAL' }: Spec,
  reads: readonly string[],
): boolean {
  const sources = withSources(fields, reads);
  const isLimited = correctionRules.some(
    ({ field, correctionType }) => sources.has(field) && correctionKinds[correctionType].grows,
  );
  return isLimited || onMissingColumns === 'ERROR' || onMissingColumns === 'WARNING';
}

/**
 * Plans the issue for a text of the file that is not of the field's type. Its message describes the form that the
 * sender should use. For a computed field: the issue for a value that cannot be computed.
 */
function planTypeIssue(
  { field, spec, correctionRules }: Pick<FieldInput, 'field' | 'spec' | 'correctionRules'>,
  constant: string,
): IssuePlan {
  if (isComputed(field))
    return {
      constant,
      severity: spec.onTypeMismatch ?? 'FATAL',
      code: 'VALUE_NOT_COMPUTED',
      ruleId: null,
      message: `${field.name} cannot be computed`,
    };
  const formats = sourceFormatsOf(correctionRules);
  if (keepsOtherTexts(correctionRules)) formats.push(patternOf(field));
  return {
    constant,
    severity: spec.onTypeMismatch ?? 'FATAL',
    code: 'TYPE_MISMATCH',
    ruleId: null,
    message:
      formats.length === 0
        ? typeMessage(field)
        : `${field.name} must be a DATE in the format ${joinAlternatives([...new Set(formats)].map(sourceWords))}${languageWords(correctionRules)}`,
  };
}

/** Returns the words for the languages of names in the source formats of corrections. Empty if none has one. */
function languageWords(corrections: readonly CorrectionRule[]): string {
  const locales = corrections.flatMap((one) => ('locale' in one && one.locale !== undefined ? [one.locale] : []));
  return locales.length === 0 ? '' : ` with names in ${joinAlternatives([...new Set(locales)])}`;
}

/**
 * Plans the issue for a property that is not of the field's type, in a plain object that the generated function `check`
 * receives. No corrections apply to such an object. Returns `typeIssue` itself if the message is the same.
 */
function planValueTypeIssue(field: Field, typeIssue: IssuePlan, takeName: () => string): IssuePlan {
  const message = typeMessage(field);
  return message === typeIssue.message
    ? typeIssue
    : { ...typeIssue, code: 'TYPE_MISMATCH', constant: takeName(), message };
}

function typeMessage(field: Field): string {
  const kind = typeKinds[field.type];
  const operand = kind.plan(field);
  const article = /^[AEIOU]/.test(field.type) ? 'an' : 'a';
  return `${field.name} must be ${article} ${kind.demand?.(operand) ?? kind.sentence(operand)}`;
}

function planCorrection(
  correction: CorrectionRule,
  { base, typeIssue, nameRule }: { base: string; typeIssue: IssuePlan; nameRule: NameRule },
  { name }: Field,
): CorrectionPlan {
  const kind = correctionKinds[correction.correctionType];
  const operand = kind.plan(correction);
  const demand = kind.mismatch(operand);
  return {
    correctionType: correction.correctionType,
    operand,
    declares: toRuleName(base, correction.ruleId),
    mismatch:
      demand === null
        ? null
        : { ...typeIssue, constant: nameRule(`${correction.ruleId} Mismatch`), message: `${name} ${demand}` },
  };
}

function planRequired(
  { field, spec, validationRules }: Pick<FieldInput, 'field' | 'spec' | 'validationRules'>,
  nameRule: NameRule,
): IssuePlan[] {
  const implied: IssuePlan[] =
    field.required === true
      ? [
          {
            constant: nameRule('Required'),
            severity: spec.onMissingRequired ?? 'FATAL',
            code: 'REQUIRED',
            ruleId: `required:${field.name}`,
            message: requiredMessage(field),
          },
        ]
      : [];
  const listed = validationRules
    .filter((rule) => ruleKinds[rule.ruleType].checksNull && !isRelation(rule))
    .map((rule) => planIssue(rule, requiredMessage(field), nameRule));
  return [...implied, ...listed];
}

function planRule(rule: ValidationRule, field: Field, nameRule: NameRule): RulePlan {
  const kind = ruleKinds[rule.ruleType];
  const operand = kind.plan(rule, field);
  const issue = planIssue(rule, `${field.name} must ${kind.demand(operand)}`, nameRule);
  return { ...issue, ruleType: rule.ruleType, operand, declares: issue.constant };
}

function planRelation(
  rule: ValidationRule,
  { field, spec, names }: Pick<FieldInput, 'field' | 'spec' | 'names'>,
  nameRule: NameRule,
): RelationPlan {
  const kind = ruleKinds[rule.ruleType];
  const operand = kind.plan(rule, field);
  const demand = `${field.name} ${demandOf(rule.ruleType, operand)}`;
  const deciding = spec.fields.find(({ name }) => name === rule.when?.field);
  const when = rule.when === undefined || deciding === undefined ? null : planCondition(rule.when, deciding);
  const message = when === null ? demand : `${demand} ${describeCondition(when)}`;
  const issue = planIssue(rule, message, nameRule);
  const text = kind.expression(rule);
  return {
    ...issue,
    expression:
      text === null
        ? null
        : {
            ...planExpression(text, { spec, names }, issue.constant),
            failure: {
              ...{ constant: nameRule(`${rule.ruleId} Failure`), code: 'VALUE_NOT_COMPUTED', ruleId: rule.ruleId },
              severity: spec.onTypeMismatch ?? 'FATAL',
              message: `the expression of ${JSON.stringify(rule.ruleId)} cannot be computed`,
            },
          },
    ruleType: rule.ruleType,
    operand,
    declares: issue.constant,
    other: kind.otherField(rule),
    when,
    whenConstant: when === null ? '' : nameRule(`${rule.ruleId} When`),
  };
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
    message: message === undefined ? defaultMessage : truncate(message, MAX_MESSAGE_CODE_POINTS),
  };
}

function requiredMessage({ name }: Field): string {
  return `${name} is required`;
}

/** The magnitudes of the least and the greatest number, and a length with which texts of numbers are between them. */
interface NumberRange {
  readonly min: string;
  readonly max: string;
  readonly length: number;
}

/** 2^53: a double represents every integer up to this magnitude exactly. */
const EXACT: NumberRange = { min: String(2 ** 53), max: String(2 ** 53), length: 15 };
/** The numbers of 64 bits. */
const LONG: NumberRange = { min: '9223372036854775808', max: '9223372036854775807', length: 18 };

/**
 * Returns whether MIN_VALUE and MAX_VALUE, MAX_LENGTH or ALLOWED_VALUES limit an INTEGER field to a range. Other rules,
 * rules with severity WARNING, and rules with a condition do not count.
 */
function isBounded(rules: readonly ValidationRule[], range: NumberRange): boolean {
  const binding = rules.filter(({ severity, when }) => severity !== 'WARNING' && when === undefined);
  const limits = binding.flatMap((rule) => ruleKinds[rule.ruleType].limit(rule) ?? []);
  const hasLimit = (wanted: Limit['side']) =>
    limits.some(({ of, side, operand }) => of === 'VALUE' && side === wanted && isWithin(operand, range));
  if (hasLimit('MIN') && hasLimit('MAX')) return true;
  if (limits.some(({ of, side, operand }) => of === 'LENGTH' && side === 'MAX' && Number(operand) <= range.length))
    return true;
  return binding.some(
    (rule) => ruleKinds[rule.ruleType].listedValues(rule)?.every((value) => isWithin(value, range)) === true,
  );
}

function isWithin(number: string, { min, max }: NumberRange): boolean {
  const magnitude = number.replace(/^[+-]/, '').replace(/^0+(?=\d)/, '');
  return compareDecimals(magnitude, number.startsWith('-') ? min : max) <= 0;
}
