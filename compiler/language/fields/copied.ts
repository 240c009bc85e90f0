import { type Code, code, commentText, name } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../emitting/code/statements.ts';
import type { PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import type { CopyPlan, FieldPlan } from '../plan/plan.ts';
import { dayParser } from '../types/date.ts';
import { sentenceOf } from './record-interface.ts';
import { readerType } from './report.ts';
import { callValidator, hasRules, needsDay } from './validator.ts';

/**
 * Emits the function that copies the value of a field from another record and applies the rules of the field. A record
 * that was not processed has null instead of its values. Then the copy is null, and no rule is applied.
 */
export function emitCopy(field: FieldPlan, copy: CopyPlan, scope: Scope): Statement {
  const value = code`source === undefined ? null : source.${name(copy.key)}`;
  const validate = needsDay(field)
    ? [
        code`const value = ${value};`,
        code`const day = value === null ? NaN : ${dayParser(field.operand as PlannedPattern, scope)}(value);`,
        code`return ${callValidator(field, code`value`)};`,
      ]
    : [code`return ${hasRules(field) ? callValidator(field, value) : value};`];
  return functionStatement({
    name: name(`read${field.functionName}`),
    doc: commentText(`Copies ${field.name} from ${copy.type}: ${sentenceOf(field)}`),
    parameters: [
      { name: 'source', type: code`${name(copy.values)} | null | undefined` },
      ...(hasRules(field) ? [{ name: 'record', type: scope.useType('RecordReport') }] : []),
    ],
    returns: readerType(field),
    body: [code`if (source === null) return null;`, ...validate],
  });
}

/** Returns the call of the function that copies a field. */
export function callCopy(field: FieldPlan): Code {
  const source = code`enclosing.${name(field.copy?.type ?? '')}`;
  return code`${name(`read${field.functionName}`)}(${source}${hasRules(field) ? code`, record` : code``})`;
}
