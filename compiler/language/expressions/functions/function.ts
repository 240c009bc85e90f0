import type { Code } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { DiagnosticCode, DiagnosticParams } from '../../../diagnostics/messages/messages.ts';
import type { ExpressionType } from '../../types/type-kind.ts';
import type { Argument, Expression } from '../model/expression.ts';
import type { Part } from '../model/syntax.ts';

/** Reports what is wrong with a part of an expression. */
export type Fault = <C extends DiagnosticCode>(code: C, part: Part, params: DiagnosticParams<C>, hint?: string) => void;

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  /** The types that it accepts. Null fits every type. */
  readonly types: readonly ExpressionType[];
  /** Whether the argument must be a literal, which `plan` reads. */
  readonly isLiteral?: true;
  readonly isOptional?: true;
}

/** A reference table that a call or a rule reads, and the column. Null: it reads only the keys. */
export interface UsedTable {
  readonly table: string;
  readonly column: string | null;
}

/** What the emitted code of a call consists of. */
export interface CallParts {
  /** The arguments as expressions. */
  readonly args: readonly Code[];
  /** The same as they were checked. */
  readonly given: readonly Expression[];
  readonly operand: unknown;
  /** The base name of the declarations of the call. */
  readonly declares: string;
  readonly scope: Scope;
  /** The report of the record, which receives failures. */
  readonly record: Code;
}

/** Everything that the compiler knows about a function or an operator of expressions. */
export interface ExpressionFunction {
  /** The name in expressions. An operator has the name that CEL gives it: `_+_`. */
  readonly name: string;
  /** How it is called, for the language reference: `size(text)`. */
  readonly signature: string;
  readonly doc: string;
  readonly parameters: readonly Parameter[];
  /** Whether the last parameter may occur any number of times. */
  readonly isVariadic: boolean;
  /** Returns the type of the result. The arguments fit the parameters. */
  result(args: readonly Argument[]): ExpressionType;
  /** Reports what is wrong with the arguments besides their types. Returns the operand; null: there is none. */
  plan(args: readonly Argument[], fault: Fault): unknown;
  /** Returns the reference table that a call reads, and the column. Default: none. */
  tableOf?(operand: unknown): UsedTable;
  /** Returns the arguments that are not part of the operand. Default: all. */
  keptArgs?(args: readonly Argument[]): readonly Argument[];
  /** Whether the result of a call may be missing because it cannot be computed, which is then an issue. */
  readonly mayFail: boolean;
  /** Whether the result is null if and only if an argument is null. */
  readonly isStrict: boolean;
  /** Returns all identifiers that the declarations of a call use if their base name is `name`. */
  declaredNames(name: string): readonly string[];
  /** Returns the declarations of a call. */
  declare(operand: unknown, name: string, scope: Scope): readonly Code[];
  emit(parts: CallParts): Code;
  /**
   * Returns the declarations of the function that appends the result of a call with one argument to the output of the
   * fast reader. The function is called `name`; its parameters are the length of the output, the range of the argument's
   * JSON in it, which may be null, and the report. Absent: the careful reader computes calls.
   */
  inBytes?(operand: unknown, name: string, scope: Scope): readonly Code[];
  /** Describes the call in words for documentation. `args` are the descriptions of the arguments. */
  sentence(args: readonly string[], operand: unknown): string;
}

type Definition = Pick<ExpressionFunction, 'name' | 'signature' | 'doc' | 'parameters' | 'emit' | 'sentence'> &
  Partial<Omit<ExpressionFunction, 'result'>> & { readonly result: ExpressionType | ExpressionFunction['result'] };

/** Creates a function from its definition: adds the default behavior. */
export function createFunction({ result, ...definition }: Definition): ExpressionFunction {
  return {
    isVariadic: false,
    plan: () => null,
    mayFail: false,
    isStrict: true,
    declaredNames: () => [],
    declare: () => [],
    ...definition,
    result: typeof result === 'string' ? () => result : result,
  };
}

/** Types that are numbers. */
export const NUMBERS: readonly ExpressionType[] = ['int', 'decimal'];

/** Returns the type that several values have together: numbers mix, and null fits every type. Null: there is none. */
export function joinTypes(types: readonly ExpressionType[]): ExpressionType | null {
  const given = types.filter((type) => type !== 'null');
  const [first = 'null'] = given;
  if (given.every((type) => type === first)) return first;
  return given.every((type) => NUMBERS.includes(type)) ? 'decimal' : null;
}

/** The name of each type in messages. */
export const TYPE_WORDS: Readonly<Record<ExpressionType, string>> = {
  string: 'a text',
  bool: 'a BOOLEAN',
  int: 'an INTEGER',
  decimal: 'a DECIMAL',
  date: 'a DATE',
  time: 'a TIME',
  timestamp: 'a TIMESTAMP',
  null: 'null',
};

/** Lists types in words: `a text or a DATE`. */
export function listTypes(types: readonly ExpressionType[]): string {
  const words = types.map((type) => TYPE_WORDS[type]);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Returns the value of a literal argument. */
export function literalOf({ expression }: Argument): string | boolean | null {
  return expression.kind === 'literal' ? expression.value : null;
}

/** Returns the common type of arguments. `checkTypes` reports those that have none. */
export function commonType(args: readonly Argument[]): ExpressionType {
  return joinTypes(args.map(({ expression }) => expression.type)) ?? 'null';
}

/** Reports arguments whose types do not fit together. `what` is the beginning of the message. */
export function checkTypes(args: readonly Argument[], fault: Fault, what: string): null {
  const [first, ...rest] = args;
  let type = first?.expression.type ?? 'null';
  for (const argument of rest) {
    const joined = joinTypes([type, argument.expression.type]);
    if (joined === null) {
      const { type: second } = argument.expression;
      fault('expression_types_differ', argument, { by: '', what, first: TYPE_WORDS[type], second: TYPE_WORDS[second] });
      return null;
    }
    type = joined;
  }
  return null;
}
