import { typeKinds } from '../../../language/types/type-kinds.ts';
import { textsOf } from '../../../language/shape/create-shape.ts';
import type { Texts } from '../../../language/shape/shape.ts';
import { comparableValue } from '../../../language/rules/condition.ts';
import type { FieldType } from '../../../language/types/type-kinds.ts';
import { compileExpression } from '../../../language/expressions/compile-expression.ts';
import { TYPE_WORDS } from '../../../language/expressions/functions/function.ts';
import { reportFaults } from '../../../language/expressions/report-faults.ts';
import { namesOfSpec } from '../model/names-of-spec.ts';
import { allRules } from '../model/all-rules.ts';
import { findSource, splitSource, viewRecordTypes } from '../../1-read/record-views.ts';
import type { FileRule, RecordTypesSpec, Spec } from '../../1-read/spec-shape.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';
import type { TypesCheck } from './check.ts';

/** Reports file rules that name unknown types or fields, fields that are not numbers, and invalid operands. */
export const checkFileRules: TypesCheck = (spec, report) => {
  const views = viewRecordTypes(spec);
  const first = new Map<string, string>();
  for (const [type, view] of views.entries())
    for (const { ruleId, pointer } of allRules(view)) first.set(ruleId, `/recordTypes/${type}${pointer}/ruleId`);
  for (const [index, rule] of (spec.fileRules ?? []).entries()) {
    const pointer = `/fileRules/${index}`;
    const earlier = first.get(rule.ruleId);
    if (earlier === undefined) first.set(rule.ruleId, `${pointer}/ruleId`);
    else report('duplicate_rule_id', `${pointer}/ruleId`, { ruleId: rule.ruleId }, { seeAlso: earlier });
    checkRule(rule, { spec, pointer, report });
  }
};

interface RuleContext {
  readonly spec: RecordTypesSpec;
  readonly pointer: string;
  readonly report: Report;
}

function checkRule(rule: FileRule, context: RuleContext): void {
  const { pointer, report } = context;
  switch (rule.ruleType) {
    case 'COUNT_EQUALS':
      checkTypes({ key: 'of', names: rule.of, ruleId: rule.ruleId }, context);
      if (rule.including?.includes('continuation') === true && context.spec.continuation === undefined)
        report('invalid_file_rule', `${pointer}/including`, {
          detail: `rule ${quoted(rule.ruleId)} counts continuation lines, but the spec has no "continuation"`,
        });
      break;
    case 'COUNT_RANGE':
      checkTypes({ key: 'of', names: rule.of, ruleId: rule.ruleId }, context);
      if (!isRange(rule.value))
        report('invalid_file_rule', `${pointer}/value`, {
          detail: `${quoted(rule.value)} is not a range: write two whole numbers such as "1,100", the smaller one first`,
        });
      checkWhere({ rule, types: textsOf(rule.of), where: rule.where, at: 'where' }, context);
      return;
    case 'SUM_EQUALS':
      checkSum(rule, context);
      if (rule.modulus !== undefined && !/^[1-9]\d*$/.test(rule.modulus))
        report('invalid_file_rule', `${pointer}/modulus`, { detail: 'the modulus must be a whole number above 0' });
      break;
    case 'UNIQUE':
      return checkUnique(rule, context);
    case 'ORDERED':
      checkOrder(rule.of, rule, context);
      return;
    default:
      rule satisfies never;
  }
  checkTotal(rule, context);
}

/** Reports fields that are not numbers or are listed twice. */
function checkSum(rule: Extract<FileRule, { ruleType: 'SUM_EQUALS' }>, context: RuleContext): void {
  const paths = textsOf(rule.of);
  for (const [index, path] of paths.entries()) {
    const key = typeof rule.of === 'string' ? 'of' : `of/${index}`;
    checkNumber(rule, key, path, context);
    if (paths.indexOf(path) < index)
      context.report('invalid_file_rule', `${context.pointer}/${key}`, { detail: `${quoted(path)} is listed twice` });
  }
}

/** Reports fields that do not exist, belong to another type than the first one, or are listed twice. */
function checkUnique(rule: Extract<FileRule, { ruleType: 'UNIQUE' }>, context: RuleContext): void {
  const { pointer, report } = context;
  const [first = ''] = rule.of;
  for (const [index, path] of rule.of.entries()) {
    checkField(rule, `of/${index}`, path, context);
    if (splitSource(path).type !== splitSource(first).type)
      report('invalid_file_rule', `${pointer}/of/${index}`, {
        detail: `the fields of rule ${quoted(rule.ruleId)} must belong to one record type`,
      });
    if (rule.of.indexOf(path) < index)
      report('invalid_file_rule', `${pointer}/of/${index}`, { detail: `${quoted(path)} is listed twice` });
  }
}

type TotalRule = Extract<FileRule, { ruleType: 'COUNT_EQUALS' | 'SUM_EQUALS' }>;

/** Checks what the count or the sum of a rule must equal, and which records count. */
function checkTotal(rule: TotalRule, context: RuleContext): void {
  const { pointer, report } = context;
  const { field, equals } = rule;
  const of = rule.ruleType === 'SUM_EQUALS' ? textsOf(rule.of).map((path) => splitSource(path).type) : textsOf(rule.of);
  checkWhere({ rule, types: of, where: rule.where, at: 'where' }, context);
  if ((field === undefined) === (equals === undefined))
    report('invalid_file_rule', pointer, {
      detail: `rule ${quoted(rule.ruleId)} needs either "field" or "equals"`,
    });
  if (field !== undefined) checkNumber(rule, 'field', field, context);
  if (equals === undefined) return;
  const { count, sum, where } = equals;
  const wanted = rule.ruleType === 'SUM_EQUALS' ? 'sum' : 'count';
  if ((wanted === 'sum' ? sum : count) === undefined || (wanted === 'sum' ? count : sum) !== undefined) {
    report('invalid_file_rule', `${pointer}/equals`, {
      detail: `"equals" of rule ${quoted(rule.ruleId)} needs ${quoted(wanted)} and nothing else`,
    });
    return;
  }
  if (sum !== undefined) checkNumber(rule, 'equals/sum', sum, context);
  else checkTypes({ key: 'equals/count', names: count ?? [], ruleId: rule.ruleId }, context);
  const types = sum === undefined ? textsOf(count ?? []) : [splitSource(sum).type];
  checkWhere({ rule, types, where, at: 'equals/where' }, context);
}

interface WhereContext {
  readonly rule: FileRule;
  /** The names of the counted types. */
  readonly types: readonly string[];
  readonly where: TotalRule['where'];
  /** The place of the condition in the rule. */
  readonly at: string;
}

/** Reports a condition on a field that a counted type does not have, and values of another type. */
function checkWhere({ rule, types, where, at }: WhereContext, { spec, pointer, report }: RuleContext): void {
  if (where === undefined) return;
  const by = `rule ${quoted(rule.ruleId)}`;
  const views = viewRecordTypes(spec);
  const isByValue = where.field !== undefined && where.values !== undefined;
  const hasPart = where.field !== undefined || where.values !== undefined;
  if (where.expression === undefined ? !isByValue : hasPart)
    report('invalid_file_rule', `${pointer}/${at}`, {
      detail: `${by} needs either "field" and "values" or "expression" in "where"`,
    });
  if (where.expression !== undefined && 'including' in rule && rule.including?.some((one) => one !== 'continuation'))
    report('invalid_file_rule', `${pointer}/including`, {
      detail: `${by} cannot combine "including" with "expression": name the types in "of"`,
    });
  if (types.includes('*'))
    report('invalid_file_rule', `${pointer}/${at}`, { detail: `${by} needs the names of types together with "where"` });
  for (const name of types) {
    const view = views[spec.recordTypes.findIndex((type) => type.name === name)];
    if (view === undefined) continue;
    const { field, values, expression, and = [] } = where;
    if (expression !== undefined) checkExpression({ by, expression, view }, `${pointer}/${at}/expression`, report);
    const first = field === undefined || values === undefined ? [] : [{ field, values, place: at }];
    const conditions = [...first, ...and.map((one, index) => ({ ...one, place: `${at}/and/${index}` }))];
    for (const { place, ...condition } of conditions)
      checkCondition({ by, condition, view }, (code, key, params) =>
        report(code, `${pointer}/${place}/${key}`, params),
      );
  }
}

/** Reports an expression that is not valid for a counted type, or is no condition. */
function checkExpression(
  { by, expression, view }: { by: string; expression: string; view: Spec },
  pointer: string,
  report: Report,
): void {
  const compiled = compileExpression(expression, namesOfSpec(view), by);
  reportFaults(compiled, pointer, report);
  const type = compiled.expression?.type ?? 'bool';
  if (type === 'bool' || type === 'null') return;
  report('expression_type', pointer, { by, what: 'the result', expected: TYPE_WORDS.bool, found: TYPE_WORDS[type] });
}

interface ConditionContext {
  readonly by: string;
  readonly condition: { readonly field: string; readonly values: readonly string[] };
  /** The contents of a counted type. */
  readonly view: Spec;
}

function checkCondition({ by, condition, view }: ConditionContext, report: Report): void {
  const field = view.fields.find(({ name }) => name === condition.field);
  if (field === undefined) {
    const known = view.fields.map(({ name }) => name);
    report('unknown_field', 'field', { by, field: condition.field, known });
    return;
  }
  for (const [place, value] of condition.values.entries()) {
    if (comparableValue(value, field) !== null) continue;
    const { name, type } = field;
    report('value_not_of_type', `values/${place}`, { by, value, field: name, type });
  }
}

interface NamedTypes {
  /** The place of the names in the rule. */
  readonly key: string;
  readonly names: Texts;
  readonly ruleId: string;
}

function checkTypes({ key, names, ruleId }: NamedTypes, { spec, pointer, report }: RuleContext): void {
  const known = spec.recordTypes.map(({ name }) => name);
  for (const name of textsOf(names))
    if ((name !== '*' || key !== 'of') && !known.includes(name))
      report('unknown_record_type', `${pointer}/${key}`, { by: `rule ${quoted(ruleId)}`, name, known });
}

/** Reports a path that does not lead to a field. Returns the type of the field. */
function checkField(
  { ruleId }: FileRule,
  key: string,
  path: string,
  { spec, pointer, report }: RuleContext,
): FieldType | null {
  if (findSource(path, spec.recordTypes) === null) {
    const known = spec.recordTypes.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`));
    report('unknown_field', `${pointer}/${key}`, { by: `rule ${quoted(ruleId)}`, field: path, known });
    return null;
  }
  const { type: typeName, field: fieldName } = splitSource(path);
  const view = viewRecordTypes(spec)[spec.recordTypes.findIndex(({ name }) => name === typeName)];
  return view?.fields.find(({ name }) => name === fieldName)?.type ?? null;
}

/** Reports a path that does not lead to a field whose values have an order. */
function checkOrder(path: string, rule: FileRule, context: RuleContext): void {
  const type = checkField(rule, 'of', path, context);
  if (type === null || typeKinds[type].form === 'string') return;
  context.report('invalid_file_rule', `${context.pointer}/of`, { detail: `the type ${type} has no order` });
}

/** Reports a path that does not lead to a field whose values are numbers. */
function checkNumber(rule: FileRule, key: string, path: string, context: RuleContext): void {
  const type = checkField(rule, key, path, context);
  if (type === null || typeKinds[type].isNumber !== false) return;
  context.report('invalid_file_rule', `${context.pointer}/${key}`, {
    detail: `rule ${quoted(rule.ruleId)} needs a number, but ${quoted(path)} has the type ${type}`,
  });
}

/** Returns whether a text has the form `min,max`, and the first bound is not above the second. */
function isRange(value: string): boolean {
  const match = /^\s*(\d{0,15})\s*,\s*(\d{0,15})\s*$/.exec(value);
  if (match === null) return false;
  const [, min = '', max = ''] = match;
  return (min !== '' || max !== '') && (max === '' || Number(min) <= Number(max));
}
