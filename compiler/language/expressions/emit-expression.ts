import { type Code, code, join, literal } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import type { Call, Expression, GivenName } from './model/expression.ts';
import { functionOf } from './functions/functions.ts';

/** What the code of an expression refers to. */
export interface EmitContext {
  readonly scope: Scope;
  /** The report of the record. */
  readonly record: Code;
  /** Returns the variable with the reader's value of a field. */
  variable(field: string): Code;
  /** Returns the value of a field in the form that kernel functions of expressions take. */
  load(field: string): Code;
}

/** How the report of a record provides what an expression reads besides fields. */
const GIVEN_CODE: Readonly<Record<GivenName, (record: Code) => Code>> = {
  'file.name': (record) => code`${record}.fileName`,
  'record.number': (record) => code`String(${record}.number)`,
  'record.line': (record) => code`String(${record}.line)`,
};

/** Returns the code of an expression. Its value is null, or of the form that kernel functions of expressions take. */
export function emitExpression(expression: Expression, context: EmitContext): Code {
  switch (expression.kind) {
    case 'literal':
      return emitLiteral(expression.value);
    case 'field':
      return expression.isText === true ? context.variable(expression.field) : context.load(expression.field);
    case 'given':
      return GIVEN_CODE[expression.name](context.record);
    case 'call':
      return emitChoice(expression, context) ?? emitCall(expression, context);
    default:
      return expression satisfies never;
  }
}

function emitLiteral(value: string | boolean | null): Code {
  if (typeof value === 'string') return literal(value);
  return value === null ? code`null` : value ? code`true` : code`false`;
}

function emitCall(call: Call, context: EmitContext): Code {
  const { scope, record } = context;
  return functionOf(call).emit({
    args: call.args.map((one) => emitExpression(one, context)),
    given: call.args,
    operand: call.operand,
    declares: call.declares,
    scope,
    record,
  });
}

/** Emits a choice with the operator of JavaScript, if its condition has only fields and literals. */
function emitChoice({ name, args }: Call, context: EmitContext): Code | null {
  const [condition, yes, no] = args;
  if (name !== '_?_:_' || condition === undefined || yes === undefined || no === undefined) return null;
  const test = emitTest(condition, context);
  if (test === null) return null;
  const first = emitExpression(yes, context);
  const isChoice = first.source.includes(' ? ');
  const chosen = code`${test.holds} ? ${isChoice ? code`(${first})` : first} : ${emitExpression(no, context)}`;
  return test.nulls.length === 0 ? chosen : code`${join(test.nulls, ' || ')} ? null : ${chosen}`;
}

/** A condition in two steps: expressions that are true if it is null, and one for its truth otherwise. */
interface Test {
  readonly nulls: readonly Code[];
  readonly holds: Code;
}

/** Returns the test of a condition whose operands are all fields and literals. Null for any other condition. */
function emitTest(condition: Expression, context: EmitContext): Test | null {
  if (condition.kind === 'field') {
    const variable = context.variable(condition.field);
    return { nulls: [code`${variable} === null`], holds: variable };
  }
  if (condition.kind !== 'call' || condition.args.some(({ kind }) => kind === 'call')) return null;
  const { name, args } = condition;
  if (name !== '_==_' && name !== '_!=_') {
    const { isStrict, mayFail } = functionOf(condition);
    if (!isStrict || mayFail || args.some(({ type }) => type === 'null')) return null;
    return { nulls: nullTests(args, context), holds: emitCall(condition, context) };
  }
  const isEqual = name === '_==_';
  if (args.some(({ type }) => type === 'null')) return { nulls: [], holds: emitCall(condition, context) };
  // Texts and conditions are compared by JavaScript. Numbers that are equal may differ in their digits.
  const isPlain = args.every(({ type }) => type === 'string' || type === 'bool');
  if (!isPlain) return { nulls: nullTests(args, context), holds: emitCall(condition, context) };
  const operands = args.map((one) => emitExpression(one, context));
  return { nulls: nullTests(args, context), holds: join(operands, isEqual ? ' === ' : ' !== ') };
}

function nullTests(args: readonly Expression[], context: EmitContext): Code[] {
  const tests = args.flatMap((one) => {
    if (one.kind === 'field') return [code`${context.variable(one.field)} === null`];
    return one.kind === 'given' ? [code`${emitExpression(one, context)} === null`] : [];
  });
  return [...new Map(tests.map((test) => [test.source, test])).values()];
}
