import { type Code, code, commentText, literal, name } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { type Statement, functionStatement } from '../../emitting/code/statements.ts';
import { correctionKinds } from '../corrections/correction-kinds.ts';
import type { FieldPlan, IssuePlan, RelationPlan } from '../plan/plan.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { declareExpressions, emitComputed, type Surroundings } from './computed.ts';
import { emitCopy } from './copied.ts';
import { emitConditions } from './relations.ts';
import { emitReader, canReport } from './reader.ts';
import { emitValidator, hasRules, callValidator, needsDay } from './validator.ts';
import type { PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import { dayParser } from '../types/date.ts';
import { readerType, reportFunction } from './report.ts';

/**
 * Returns the statements of a field: its issues, its declarations, and the functions that read, validate and check it.
 * `source` names the column or path in comments.
 */
export function emitField(field: FieldPlan, { source, declarations, around }: FieldParts, scope: Scope): Statement[] {
  return [
    ...[...emitIssues(field, scope), ...declarations, ...emitConditions(field)].map(({ source }): Statement => source),
    emitValueReader(field, source, around, scope),
    ...(hasRules(field) ? [emitValidator(field, scope)] : []),
    ...(field.mask === null ? [emitCheck(field, scope)] : []),
  ];
}

/** What the statements of a field depend on besides its plan. */
export interface FieldParts {
  readonly source: string;
  readonly declarations: readonly Code[];
  readonly around: Surroundings;
}

/** Emits the function that reads, copies or computes the value of a field. */
function emitValueReader(field: FieldPlan, source: string, around: Surroundings, scope: Scope): Statement {
  if (field.computed !== null) return emitComputed(field, field.computed, around, scope);
  return field.copy === null ? emitReader(field, source, scope) : emitCopy(field, field.copy, scope);
}

/** Whether the value of a field is read from the text of a cell. */
function isReadFromText({ computed, copy }: FieldPlan): boolean {
  return computed === null && copy === null;
}

/** Returns the declarations that a field needs. Several fields may return the same declaration. */
export function emitFieldDeclarations(field: FieldPlan, scope: Scope): Code[] {
  return [
    ...field.corrections.flatMap(({ correctionType, operand, declares }) =>
      correctionKinds[correctionType].declare(operand, declares, scope),
    ),
    ...[...field.rules, ...field.relations].flatMap(({ ruleType, operand, declares }) =>
      ruleKinds[ruleType].declare(operand, declares, scope),
    ),
    ...(isReadFromText(field) || !typeKinds[field.type].declaresReader
      ? typeKinds[field.type].declare(field.operand, scope)
      : []),
    ...declareExpressions(field, scope),
  ];
}

/** Returns the call of the field's careful reader. `cell` is an expression for the text of its cell. */
export function callReader(field: FieldPlan, cell: Code): Code {
  return code`${name(`read${field.functionName}`)}(${cell}${canReport(field) ? code`, record` : code``})`;
}

/** Returns the constants of a field: its name and column for issues, and the issue of its type and of each rule. */
function emitIssues(field: FieldPlan, scope: Scope): Code[] {
  const column = code`// ${commentText(field.name)}\nconst ${name(field.columnConstant)} = { field: ${literal(field.messageName)}, column: ${field.computed === null && field.title === null ? literal(field.column) : code`null`} };`;
  const { typeIssue, valueTypeIssue, corrections, requiredRules, rules, relations, limit } = field;
  const mismatches = corrections.flatMap(({ mismatch }) => mismatch ?? []);
  const types = valueTypeIssue === typeIssue ? [typeIssue] : [typeIssue, valueTypeIssue];
  const limits = limit === null ? [] : [limit.issue];
  const all = [...types, ...mismatches, ...requiredRules, ...rules, ...relations.flatMap(issuesOf), ...limits];
  return [column, ...all.map((issue) => emitIssue(issue, field, scope))];
}

function issuesOf(relation: RelationPlan): IssuePlan[] {
  return relation.expression?.mayFail ? [relation, relation.expression.failure] : [relation];
}

function emitIssue(
  { constant, severity, code: issueCode, ruleId, message }: IssuePlan,
  { columnConstant }: FieldPlan,
  scope: Scope,
): Code {
  const id = ruleId === null ? code`null` : literal(ruleId);
  const members = code`severity: ${literal(severity)}, code: ${literal(issueCode)}, ruleId: ${id}, message: ${literal(message)}`;
  return code`const ${name(constant)}: ${scope.useType('Rule')} = { ...${name(columnConstant)}, ${members} };`;
}

/**
 * Emits the function that checks one field of a plain object. It reports issues to a `RecordReport`. If relations need
 * the value, it returns the value as the reader of the field does.
 */
function emitCheck(field: FieldPlan, scope: Scope): Statement {
  const report = code`${reportFunction(field)}(${name(field.valueTypeIssue.constant)}, ${scope.use('describeValue')}(inputValue));`;
  const validate = field.isRelated
    ? [code`return ${callValidator(field, code`value`)};`]
    : hasRules(field)
      ? [code`else ${callValidator(field, code`value`)};`]
      : [];
  const issue = field.isRelated ? code`return ${report}` : report;
  return functionStatement({
    name: name(`check${field.functionName}`),
    doc: commentText(`Checks ${field.name} of a plain object.`),
    parameters: [
      { name: 'inputValue', type: code`unknown` },
      { name: 'record', type: scope.useType('RecordReport') },
    ],
    returns: field.isRelated ? readerType(field) : code`void`,
    body: needsDay(field)
      ? [
          ...emitDay(field, scope),
          code`if (value === undefined || (value !== null && Number.isNaN(day))) ${issue}`,
          ...validate,
        ]
      : [
          code`const value = ${typeKinds[field.type].readInputValue(field.operand, code`inputValue`, scope)};`,
          code`if (value === undefined) ${issue}`,
          ...validate,
        ],
  });
}

/** Emits the statements that parse a date once, because its type and its rules both need the day. */
function emitDay({ operand }: FieldPlan, scope: Scope): Code[] {
  const parse = dayParser(operand as PlannedPattern, scope);
  return [
    code`const value = ${scope.use('toTextValue')}(inputValue);`,
    code`const day = typeof value === 'string' ? ${parse}(value) : NaN;`,
  ];
}
