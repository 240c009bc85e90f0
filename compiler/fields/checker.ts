import { type Code, code, commentText, name } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import { functionStatement, type Statement } from '../code/statements.ts';
import type { FieldPlan } from '../plan/plan.ts';
import type { PlannedPattern } from '../bytes/byte-form.ts';
import { dayParser } from '../types/date.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { reportFunction } from './report.ts';
import { callValidator, hasRules, needsDay } from './validator.ts';

/** Emits the function that checks one field of a plain object. It reports issues to a `RecordReport`. */
export function emitCheck(field: FieldPlan, scope: Scope): Statement {
  const report = code`${reportFunction(field)}(${name(field.valueTypeIssue.constant)}, ${scope.use('describeValue')}(inputValue));`;
  const validate = hasRules(field) ? [code`else ${callValidator(field, code`value`)};`] : [];
  return functionStatement({
    name: name(`check${field.functionName}`),
    doc: commentText(`Checks ${field.name} of a plain object.`),
    parameters: [
      { name: 'inputValue', type: code`unknown` },
      { name: 'record', type: scope.useType('RecordReport') },
    ],
    returns: code`void`,
    body: needsDay(field)
      ? [
          ...emitDay(field, scope),
          code`if (value === undefined || (value !== null && Number.isNaN(day))) ${report}`,
          ...validate,
        ]
      : [
          code`const value = ${typeKinds[field.type].readInputValue(field.operand, code`inputValue`, scope)};`,
          code`if (value === undefined) ${report}`,
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
