import { type Expression, GIVEN } from './model/expression.ts';
import { functionOf } from './functions/functions.ts';

/** Describes an expression in words for documentation: `-amount if side is "S", otherwise amount`. */
export function describeExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return expression.type === 'string' ? JSON.stringify(expression.value) : String(expression.value);
    case 'field':
      return expression.field;
    case 'given':
      return GIVEN[expression.name].words;
    case 'call':
      return functionOf(expression).sentence(expression.args.map(describePart), expression.operand);
    default:
      return expression satisfies never;
  }
}

/** Describes a part of an expression, in parentheses if it consists of several parts. */
function describePart(expression: Expression): string {
  const text = describeExpression(expression);
  const isRow = expression.kind === 'call' && expression.args.length > 1;
  return isRow ? `(${text})` : text;
}
