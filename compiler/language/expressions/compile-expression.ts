import { type DiagnosticCode, type DiagnosticParams, messages } from '../../diagnostics/messages/messages.ts';
import { negate } from '../../kernel/expressions/numbers.ts';
import type { ExpressionType } from '../types/type-kind.ts';
import { type Argument, type Expression, GIVEN, type GivenName } from './model/expression.ts';
import type { MaskPlan } from '../masks/mask-kinds.ts';
import { maskedField } from './functions/masks.ts';
import { type Fault, listTypes, type Parameter, TYPE_WORDS } from './functions/function.ts';
import { findFunction, functionNames } from './functions/functions.ts';
import { type Part, readSyntax, type Syntax } from './model/syntax.ts';

/** The fields that an expression may read, with their types. */
export type ReadableFields = ReadonlyMap<string, ExpressionType>;

/** What the text of an expression may name. */
export interface ExpressionNames {
  readonly fields: ReadableFields;
  /** The names of the reference tables of the spec. */
  readonly tables: readonly string[];
  /** The fields whose masked text is read instead of their value, by their names. Absent: there are none. */
  readonly masks?: ReadonlyMap<string, MaskPlan>;
}

/** Something that is wrong with a part of an expression. */
export interface ExpressionFault<C extends DiagnosticCode = DiagnosticCode> {
  readonly code: C;
  readonly params: DiagnosticParams<C>;
  readonly part: Part;
  readonly hint: string | undefined;
}

/** The result of compiling an expression. `expression` is null if there is a fault that is an error. */
export interface CompiledExpression {
  readonly expression: Expression | null;
  readonly faults: readonly ExpressionFault[];
}

/**
 * Compiles the text of an expression: finds its names and types. `by` names the expression in messages. Never throws.
 * Reports every part that is wrong, and no part because of another one.
 */
export function compileExpression(text: string, names: ExpressionNames, by: string): CompiledExpression {
  const syntax = readSyntax(text);
  const faults: ExpressionFault[] = [];
  const fault: Fault = (code, part, params, hint) => {
    const named = typeof params === 'object' && params !== null && 'by' in params ? { ...params, by } : params;
    // The parameters are those of the code.
    faults.push({ code, part, hint, params: named } as unknown as ExpressionFault);
  };
  if ('detail' in syntax) {
    const { detail, ...part } = syntax;
    const hint = /^reserved identifier/.test(detail)
      ? `write field(${JSON.stringify(text.slice(part.start, part.end))})`
      : undefined;
    fault('invalid_expression', part, { by, detail }, hint);
    return { expression: null, faults };
  }
  const argument = compile(syntax, { ...names, fault });
  return {
    expression: faults.some(({ code }) => messages[code].severity === 'error') ? null : (argument?.expression ?? null),
    faults,
  };
}

/**
 * Reports an expression whose value is not of the wanted type. INTEGER fits DECIMAL, and null fits every type. Returns
 * whether it fits.
 */
export function fitsType(found: ExpressionType, wanted: ExpressionType): boolean {
  return found === wanted || found === 'null' || (found === 'int' && wanted === 'decimal');
}

interface Context extends ExpressionNames {
  readonly fault: Fault;
}

/** Compiles a part of an expression. Returns null if it has a fault. */
function compile(syntax: Syntax, context: Context): Argument | null {
  const { start, end } = syntax;
  const found = (expression: Expression): Argument => ({ start, end, expression });
  const unsupported = (what: string, hint?: string) => {
    context.fault('unsupported_expression', syntax, { by: '', what }, hint);
    return null;
  };
  switch (syntax.kind) {
    case 'text':
      return found({ kind: 'literal', type: 'string', value: syntax.value });
    case 'number':
      return found({ kind: 'literal', type: syntax.value.includes('.') ? 'decimal' : 'int', value: syntax.value });
    case 'truth':
      return found({ kind: 'literal', type: 'bool', value: syntax.value });
    case 'null':
      return found({ kind: 'literal', type: 'null', value: null });
    case 'name':
      return compileName(syntax.name, syntax, context);
    case 'member': {
      const name = syntax.of.kind === 'name' ? `${syntax.of.name}.${syntax.name}` : '';
      if (Object.hasOwn(GIVEN, name)) {
        const given = name as GivenName;
        return found({ kind: 'given', type: GIVEN[given].type, name: given });
      }
      return name === ''
        ? unsupported('messages and their members')
        : unknownName(name, syntax, context, Object.keys(GIVEN));
    }
    case 'index':
      return compileIndex(syntax, context);
    case 'list':
      return unsupported('a list', 'write a list only after "in": x in ["A", "B"]');
    case 'map':
      return unsupported('a mapping', 'write the key after it: {"A": "x"}[code]');
    case 'unsupported':
      return unsupported(syntax.what);
    case 'call':
      return compileCall(syntax, context);
    default:
      return syntax satisfies never;
  }
}

function compileName(name: string, part: Part, context: Context): Argument | null {
  const type = context.fields.get(name);
  if (name === 'file' || name === 'record') {
    const hint = `write field(${JSON.stringify(name)}) for the field of this name`;
    context.fault('unsupported_expression', part, { by: '', what: `${name} without a member` }, hint);
    return null;
  }
  if (type === undefined) return unknownName(name, part, context, [...context.fields.keys()]);
  return { start: part.start, end: part.end, expression: readField(name, type, context) };
}

function readField(field: string, type: ExpressionType, { masks }: Context): Expression {
  const read = { kind: 'field', type, field } as const;
  const mask = masks?.get(field);
  return mask === undefined ? read : maskedField(read, mask);
}

function unknownName(name: string, part: Part, { fault }: Context, known: readonly string[]): null {
  fault('unknown_name', part, { by: '', name, known });
  return null;
}

type CallSyntax = Extract<Syntax, { kind: 'call' }>;

/** The functions of CEL that no expression of a spec has, with what to write instead. */
const ABSENT: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  '_/_': ['the operator /', 'write divide(a, b, scale, "HALF_UP")'],
  '_%_': ['the operator %', 'compute remainders outside of Specmill'],
  split: ['a list', 'write the index of a part after it: x.split(",")[0]'],
  int: ['the function int', 'write integer(text)'],
  double: ['the function double', 'write decimal(text)'],
  string: ['the function string', 'write text(x)'],
};

/** The macros of CEL. */
const MACROS: ReadonlySet<string> = new Set('has all exists exists_one map filter bind transformList'.split(' '));

function compileCall(syntax: CallSyntax, context: Context): Argument | null {
  const { name, args } = syntax;
  const { fault } = context;
  if (name === 'field' && !syntax.isMethod) return compileField(syntax, context);
  const literal = name === '-_' ? args[0] : undefined;
  if (literal?.kind === 'number') return compileNegative(syntax, literal.value);
  const list = name === '_in_' ? args[1] : undefined;
  if (name === '_in_' && list?.kind !== 'list') {
    const hint = 'write x in ["A", "B"]';
    fault('unsupported_expression', list ?? syntax, { by: '', what: 'the operator in without a list' }, hint);
    return null;
  }
  const absent = Object.hasOwn(ABSENT, name) ? ABSENT[name] : undefined;
  if (absent !== undefined) {
    fault('unsupported_expression', syntax, { by: '', what: absent[0] }, absent[1]);
    return null;
  }
  if (MACROS.has(name)) {
    fault('unsupported_expression', syntax, { by: '', what: `the macro ${name}` });
    return null;
  }
  const written = list?.kind === 'list' ? [...args.slice(0, 1), ...list.items] : args;
  return compileFunction(name, written, syntax, context);
}

function compileFunction(name: string, written: readonly Syntax[], part: Part, context: Context): Argument | null {
  const found = findFunction(name);
  if (found === undefined) {
    context.fault('unknown_function', part, { by: '', name, known: functionNames });
    for (const one of written) compile(one, context);
    return null;
  }
  const args = written.map((one) => compile(one, context));
  const { parameters, isVariadic } = found;
  const min = parameters.filter(({ isOptional }) => isOptional !== true).length;
  if (args.length < min || (!isVariadic && args.length > parameters.length)) {
    context.fault('wrong_arguments', part, { by: '', signature: found.signature, found: args.length });
    return null;
  }
  const fits = args.map(
    (one, i) => one !== null && fitsParameter(one, parameters[i] ?? parameters.at(-1), found.name, context),
  );
  if (fits.includes(false)) return null;
  const given = args.filter((one) => one !== null);
  const operand = found.plan(given, context.fault) ?? null;
  const table = found.tableOf?.(operand).table;
  if (table !== undefined && !context.tables.includes(table))
    context.fault('unknown_reference', written[0] ?? part, { by: '', table, known: context.tables });
  const call: Expression = {
    kind: 'call',
    type: found.result(given),
    name,
    args: (found.keptArgs?.(given) ?? given).map(({ expression }) => expression),
    operand,
    declares: '',
  };
  return { start: part.start, end: part.end, expression: call };
}

function fitsParameter(
  argument: Argument,
  parameter: Parameter | undefined,
  name: string,
  { fault }: Context,
): boolean {
  if (parameter === undefined) return false;
  const { expression } = argument;
  const what = /^[a-z]/i.test(name) ? `${parameter.name} of ${name}` : parameter.name;
  if (expression.type !== 'null' && !parameter.types.some((type) => fitsType(expression.type, type))) {
    const found = TYPE_WORDS[expression.type];
    fault('expression_type', argument, { by: '', what, expected: listTypes(parameter.types), found });
    return false;
  }
  if (parameter.isLiteral === true && (expression.kind !== 'literal' || expression.value === null)) {
    fault('expression_type', argument, { by: '', what, expected: 'written out', found: 'computed' });
    return false;
  }
  return true;
}

/** Compiles `field("order no")`. */
function compileField({ args, start, end }: CallSyntax, context: Context): Argument | null {
  const [name] = args;
  if (args.length !== 1 || name?.kind !== 'text') {
    context.fault('wrong_arguments', { start, end }, { by: '', signature: 'field("name")', found: args.length });
    return null;
  }
  const type = context.fields.get(name.value);
  if (type === undefined) return unknownName(name.value, name, context, [...context.fields.keys()]);
  return { start, end, expression: readField(name.value, type, context) };
}

function compileNegative({ start, end }: Part, digits: string): Argument {
  const type = digits.includes('.') ? 'decimal' : 'int';
  return { start, end, expression: { kind: 'literal', type, value: negate(digits) } };
}

function compileIndex(syntax: Extract<Syntax, { kind: 'index' }>, context: Context): Argument | null {
  const { of, index } = syntax;
  if (of.kind === 'map') return compileFunction('_{}[]_', [index, ...of.entries.flat()], syntax, context);
  if (of.kind === 'call' && of.name === 'split') {
    if (of.args.length === 2) return compileFunction('_.split()[]', [...of.args, index], syntax, context);
    context.fault('wrong_arguments', of, { by: '', signature: 'split(separator)', found: of.args.length - 1 });
    return null;
  }
  context.fault(
    'unsupported_expression',
    syntax,
    { by: '', what: 'an index of anything but split(…) and a mapping' },
    'write x.split(",")[0] or {"A": "x"}[code]',
  );
  return null;
}
