import { typeKinds } from '../types/type-kinds.ts';
import { type Code, code, commentText, join, name } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../emitting/code/statements.ts';
import type { FieldPlan, RulePlan } from '../plan/plan.ts';
import { dayParser } from '../types/date.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { readerType, reportFunction } from './report.ts';

/** Emits the function that applies the rules of a field to its value. It reports issues and returns the value. */
export function emitValidator(field: FieldPlan, scope: Scope): Statement {
  const required = field.requiredRules.map(({ constant }) => code`  record.addIssue(${name(constant)}, null);`);
  const whenNull =
    required.length === 0
      ? code`if (value === null) return null;`
      : code`if (value === null) {\n${required}\n  return null;\n}`;
  return functionStatement({
    name: name(`validate${field.functionName}`),
    doc: commentText(`Applies the rules of ${field.name}.`),
    parameters: [
      { name: 'value', type: readerType(field) },
      ...(needsDay(field) ? [{ name: 'day', type: code`number` }] : []),
      { name: 'record', type: scope.useType('RecordReport') },
    ],
    returns: readerType(field),
    body: [whenNull, ...emitRules(field, scope), ...emitLimit(field, scope), code`return value;`],
  });
}

/** Returns the call that applies the rules to `value`, an expression. If the field has no rules, returns `value`. */
export function callValidator(field: FieldPlan, value: Code): Code {
  if (!hasRules(field)) return value;
  return code`${name(`validate${field.functionName}`)}(${value}${needsDay(field) ? code`, day` : code``}, record)`;
}

/**
 * Returns the call that applies the rules to `value`, an expression that is always null. If the field has no rules,
 * returns `value`.
 */
export function callNullValidator(field: FieldPlan, value: Code): Code {
  if (!hasRules(field)) return value;
  return code`${name(`validate${field.functionName}`)}(${value}${needsDay(field) ? code`, NaN` : code``}, record)`;
}

/** Returns whether a field has rules, including REQUIRED and what the encoding of the messages demands. */
export function hasRules({ rules, requiredRules, limit }: FieldPlan): boolean {
  return rules.length + requiredRules.length > 0 || limit !== null;
}

/** Returns whether a rule of the field compares dates, so that it needs the day as a number. */
export function needsDay({ rules }: FieldPlan): boolean {
  return rules.some(({ ruleType }) => ruleKinds[ruleType].needsDay);
}

function emitRules(field: FieldPlan, scope: Scope): Code[] {
  const rules = field.rules.map((rule) => emitRule(rule, field, scope));
  return typeKinds[field.type].form === 'boolean' && rules.length > 0
    ? [code`const text = String(value);`, ...rules]
    : rules;
}

/** Returns the statement that reports a value which no message can contain. */
function emitLimit(field: FieldPlan, scope: Scope): Code[] {
  if (field.limit === null) return [];
  const { test, operands, issue } = field.limit;
  const dates = typeKinds[field.type].datePlan(field.operand);
  const value = dates === null ? code`value` : code`${dayParser(dates, scope)}(value)`;
  const call = code`${scope.use(test)}(${join([value, ...operands.map((operand) => code`${operand}`)], ', ')})`;
  return [code`if (!${call}) ${reportFunction(field)}(${name(issue.constant)}, value);`];
}

function emitRule(rule: RulePlan, field: FieldPlan, scope: Scope): Code {
  const { ruleType, operand, declares, constant } = rule;
  const kind = ruleKinds[ruleType];
  const text = typeKinds[field.type].form === 'boolean' ? code`text` : code`value`;
  const condition = kind.isBroken(operand, { text, day: code`day` }, declares, scope);
  const note = kind.explain(operand);
  const end = note === null ? code`` : code` // ${commentText(note)}`;
  return code`// ${commentText(`Must ${kind.demand(operand)} (${rule.severity}).`)}
if (${condition}) ${reportFunction(field)}(${name(constant)}, ${text});${end}`;
}
