import type { ExpressionType } from '../../types/type-kind.ts';
import type { Part } from './syntax.ts';

/** What an expression reads besides fields. */
export const GIVEN = {
  'file.name': { type: 'string', words: 'the name of the file' },
  'record.number': { type: 'int', words: 'the number of the record' },
  'record.line': { type: 'int', words: 'the line of the record' },
} as const satisfies Readonly<Record<string, { type: ExpressionType; words: string }>>;

/** A name that every record has. */
export type GivenName = keyof typeof GIVEN;

/** An expression with known names and types, as plain data. */
export type Expression =
  | { readonly kind: 'literal'; readonly type: ExpressionType; readonly value: string | boolean | null }
  | {
      readonly kind: 'field';
      readonly type: ExpressionType;
      readonly field: string;
      /** Whether the text of the message is read instead of the value. */
      readonly isText?: true;
    }
  | { readonly kind: 'given'; readonly type: ExpressionType; readonly name: GivenName }
  | Call;

/** A call of a function or an operator. */
export interface Call {
  readonly kind: 'call';
  readonly type: ExpressionType;
  /** The name of the function in `expressionFunctions`. */
  readonly name: string;
  readonly args: readonly Expression[];
  /** What the function planned for this call, such as an automaton. Null: nothing. */
  readonly operand: unknown;
  /** The base name of the declarations of the call. Empty until the plan of the module chooses it. */
  readonly declares: string;
}

/** An expression that is being checked, and its place in the text. */
export interface Argument extends Part {
  readonly expression: Expression;
}

/** Returns the fields that an expression reads, in the order in which it names them, without duplicates. */
export function fieldsOf(expression: Expression): string[] {
  const found = new Set<string>();
  visit(expression, (one) => {
    if (one.kind === 'field') found.add(one.field);
  });
  return [...found];
}

/** Returns what an expression reads besides fields. */
export function givenOf(expression: Expression): GivenName[] {
  const found = new Set<GivenName>();
  visit(expression, (one) => {
    if (one.kind === 'given') found.add(one.name);
  });
  return [...found];
}

/** Calls `see` for an expression and for each part of it, the inner parts first. */
export function visit(expression: Expression, see: (part: Expression) => void): void {
  if (expression.kind === 'call') for (const one of expression.args) visit(one, see);
  see(expression);
}

/** Returns the expression with each call replaced by the result of `change`, the inner calls first. */
export function mapCalls(expression: Expression, change: (call: Call) => Call): Expression {
  if (expression.kind !== 'call') return expression;
  return change({ ...expression, args: expression.args.map((one) => mapCalls(one, change)) });
}
