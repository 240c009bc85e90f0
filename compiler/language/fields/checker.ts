import { type Code, code, commentText, name } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../emitting/code/statements.ts';
import type { FieldPlan } from '../plan/plan.ts';
import type { PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import { dayParser } from '../types/date.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { readerType, reportFunction } from './report.ts';
import { callValidator, hasRules, needsDay } from './validator.ts';

/**
 * Emits the function that checks one field of a plain object. It reports issues to a `RecordReport`. If relations need
 * the value, it returns the value as the reader of the field does.
 */
export function emitCheck(field: FieldPlan, scope: Scope): Statement {
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
