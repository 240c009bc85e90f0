import { type Code, code, commentText, literal, name } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import type { Statement } from '../../emitting/code/statements.ts';
import { correctionKinds } from '../corrections/correction-kinds.ts';
import type { FieldPlan, IssuePlan } from '../plan/plan.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { emitCheck } from './checker.ts';
import { emitCopy } from './copied.ts';
import { emitConditions } from './relations.ts';
import { emitReader, canReport } from './reader.ts';
import { emitValidator, hasRules } from './validator.ts';

/**
 * Returns the statements of a field: its issues, its declarations, and the functions that read, validate and check it.
 * `source` names the column or path in comments.
 */
export function emitField(field: FieldPlan, source: string, declarations: readonly Code[], scope: Scope): Statement[] {
  return [
    ...[...emitIssues(field, scope), ...declarations, ...emitConditions(field)].map(({ source }): Statement => source),
    field.copy === null ? emitReader(field, source, scope) : emitCopy(field, field.copy, scope),
    ...(hasRules(field) ? [emitValidator(field, scope)] : []),
    emitCheck(field, scope),
  ];
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
    ...typeKinds[field.type].declare(field.operand, scope),
  ];
}

/** Returns the call of the field's careful reader. `cell` is an expression for the text of its cell. */
export function callReader(field: FieldPlan, cell: Code): Code {
  return code`${name(`read${field.functionName}`)}(${cell}${canReport(field) ? code`, record` : code``})`;
}

/** Returns the constants of a field: its name and column for issues, and the issue of its type and of each rule. */
function emitIssues(field: FieldPlan, scope: Scope): Code[] {
  const column = code`// ${commentText(field.name)}\nconst ${name(field.columnConstant)} = { field: ${literal(field.name)}, column: ${literal(field.column)} };`;
  const { typeIssue, valueTypeIssue, requiredRules, rules, relations } = field;
  const types = valueTypeIssue === typeIssue ? [typeIssue] : [typeIssue, valueTypeIssue];
  const issues = [...types, ...requiredRules, ...rules, ...relations].map((issue) => emitIssue(issue, field, scope));
  return [column, ...issues];
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
