import { type Code, code, join, literal, name as nameOf } from '../../../emitting/code/literal.ts';
import type { KernelFunction, Scope } from '../../../emitting/code/scope.ts';
import type { ExpressionType } from '../../types/type-kind.ts';
import type { Argument, Expression } from '../model/expression.ts';
import {
  checkTypes,
  commonType,
  createFunction,
  type ExpressionFunction,
  type Fault,
  joinTypes,
  NUMBERS,
} from './function.ts';

const ANY: readonly ExpressionType[] = ['string', 'bool', 'int', 'decimal', 'date', 'time', 'timestamp'];
const ORDERED: readonly ExpressionType[] = ['string', 'int', 'decimal', 'date', 'time', 'timestamp'];
const ADDED: readonly ExpressionType[] = ['string', 'int', 'decimal'];
const BOOL: readonly ExpressionType[] = ['bool'];

function two(types: readonly ExpressionType[]) {
  return [
    { name: 'the left side', types },
    { name: 'the right side', types },
  ];
}

function isNullLiteral(expression: Expression | undefined): boolean {
  return expression?.kind === 'literal' && expression.value === null;
}

function typeOf(given: readonly Expression[]): ExpressionType {
  return joinTypes(given.map(({ type }) => type)) ?? 'null';
}

function isNumeric(given: readonly Expression[]): boolean {
  return NUMBERS.includes(typeOf(given));
}

/** Returns code in parentheses if it is not a name, a literal or a call. */
function grouped(operand: Code): Code {
  return / [?=]/.test(operand.source) || operand.source.startsWith('!') ? code`(${operand})` : operand;
}

/** Emits the test whether two values are equal. */
function emitSame(args: readonly Code[], given: readonly Expression[], scope: Scope): Code {
  const [a = code`null`, b = code`null`] = args;
  if (isNullLiteral(given[1])) return code`${grouped(a)} === null`;
  if (isNullLiteral(given[0])) return code`${grouped(b)} === null`;
  return code`${scope.use(isNumeric(given) ? 'isSameNumber' : (SAME[typeOf(given)] ?? 'isSame'))}(${a}, ${b})`;
}

/** The kernel functions that compare values that several texts may write. */
const SAME: Readonly<Partial<Record<ExpressionType, KernelFunction>>> = {
  time: 'isSameTime',
  timestamp: 'isSameInstant',
};

/** The kernel functions that compare values in their order, by type. */
function comparisons(type: ExpressionType): { isLess: KernelFunction; isAtMost: KernelFunction } {
  if (type === 'time') return { isLess: 'isEarlierTime', isAtMost: 'isNotLaterTime' };
  if (type === 'timestamp') return { isLess: 'isEarlierInstant', isAtMost: 'isNotLaterInstant' };
  if (NUMBERS.includes(type)) return { isLess: 'isLessNumber', isAtMost: 'isAtMostNumber' };
  if (type === 'string') return { isLess: 'isLessText', isAtMost: 'isAtMostText' };
  return { isLess: 'isBefore', isAtMost: 'isNotAfter' };
}

function createComparison(operator: '<' | '<=' | '>' | '>=', words: string, doc: string): ExpressionFunction {
  return createFunction({
    name: `_${operator}_`,
    signature: `a ${operator} b`,
    doc,
    parameters: two(ORDERED),
    result: 'bool',
    plan: (args, fault) => checkTypes(args, fault, `the sides of ${operator},`),
    emit({ args: [a = code`null`, b = code`null`], given, scope }) {
      const { isLess, isAtMost } = comparisons(typeOf(given));
      const test = scope.use(operator === '<' || operator === '>=' ? isLess : isAtMost);
      const call = code`${test}(${a}, ${b})`;
      return operator === '<' || operator === '<=' ? call : code`${scope.use('isNot')}(${call})`;
    },
    sentence: ([a, b]) => `${a} is ${words} ${b}`,
  });
}

/** Emits the kernel function `binary` for a row of numbers, from left to right. */
function emitRow(args: readonly Code[], binary: Code, record: Code): Code {
  return args.reduce((sum, next) => code`${binary}(${sum}, ${next}, ${record})`);
}

function lazy(args: readonly Code[]): Code {
  return join(
    args.map((argument) => code`() => ${argument}`),
    ', ',
    '[',
    ']',
  );
}

/** The operators of expressions. */
export const operators: readonly ExpressionFunction[] = [
  createFunction({
    name: '_+_',
    signature: 'a + b',
    doc: 'The sum of numbers, exact. For texts: one after the other.',
    parameters: [{ name: 'each side of +', types: ADDED }],
    isVariadic: true,
    result: commonType,
    plan: (args, fault) => checkTypes(args, fault, 'the sides of +,'),
    mayFail: true,
    emit: ({ args, given, scope, record }) =>
      isNumeric(given)
        ? emitRow(args, scope.use('addNumbers'), record)
        : code`${scope.use('joinTexts')}(${join([record, ...args], ', ')})`,
    sentence: (args) => args.join(' + '),
  }),
  createFunction({
    name: '_-_',
    signature: 'a - b',
    doc: 'The difference of numbers, exact.',
    parameters: two(NUMBERS),
    result: commonType,
    mayFail: true,
    emit: ({ args, scope, record }) => emitRow(args, scope.use('subtractNumbers'), record),
    sentence: ([a, b]) => `${a} - ${b}`,
  }),
  createFunction({
    name: '_*_',
    signature: 'a * b',
    doc: 'The product of numbers, exact. It has the decimals of both.',
    parameters: two(NUMBERS),
    result: commonType,
    mayFail: true,
    emit: ({ args, scope, record }) => emitRow(args, scope.use('multiplyNumbers'), record),
    sentence: ([a, b]) => `${a} * ${b}`,
  }),
  createFunction({
    name: '-_',
    signature: '-a',
    doc: 'The number with the opposite sign. Zero has none.',
    parameters: [{ name: 'the number after -', types: NUMBERS }],
    result: commonType,
    emit: ({ args: [a = code`null`], scope }) => code`${scope.use('negate')}(${a})`,
    sentence: ([a]) => `-${a}`,
  }),
  createFunction({
    name: '_==_',
    signature: 'a == b',
    doc: 'Whether two values are equal. Numbers are compared by value. `a == null` is never null.',
    parameters: two(ANY),
    isStrict: false,
    result: 'bool',
    plan: (args, fault) => checkTypes(args, fault, 'the sides of ==,'),
    emit: ({ args, given, scope }) => emitSame(args, given, scope),
    sentence: ([a, b]) => `${a} is ${b}`,
  }),
  createFunction({
    name: '_!=_',
    signature: 'a != b',
    doc: 'Whether two values differ. `a != null` is never null.',
    parameters: two(ANY),
    isStrict: false,
    result: 'bool',
    plan: (args, fault) => checkTypes(args, fault, 'the sides of !=,'),
    emit: ({ args, given, scope }) =>
      given.some(isNullLiteral)
        ? code`!(${emitSame(args, given, scope)})`
        : code`${scope.use('isNot')}(${emitSame(args, given, scope)})`,
    sentence: ([a, b]) => `${a} is not ${b}`,
  }),
  createComparison(
    '<',
    'less than',
    'Whether the first value is less: a number, an earlier date, or a text by code points.',
  ),
  createComparison('<=', 'at most', 'Whether the first value is less or equal.'),
  createComparison('>', 'greater than', 'Whether the first value is greater.'),
  createComparison('>=', 'at least', 'Whether the first value is greater or equal.'),
  createFunction({
    name: '_in_',
    signature: 'a in [b, c]',
    doc: 'Whether a value is one of a list.',
    parameters: [{ name: 'each value of the list', types: ANY }],
    isVariadic: true,
    isStrict: false,
    result: 'bool',
    plan: (args, fault) => checkTypes(args, fault, 'the value and the list,'),
    emit: ({ args, given, scope }) =>
      code`${scope.use(isNumeric(given) ? 'isOneOfNumbers' : 'isOneOf')}(${join(args, ', ')})`,
    sentence: ([value, ...list]) => `${value} is one of ${list.join(', ')}`,
  }),
  createFunction({
    name: '_&&_',
    signature: 'a && b',
    doc: 'Whether all conditions are true. False decides before null.',
    parameters: [{ name: 'each side of &&', types: BOOL }],
    isVariadic: true,
    isStrict: false,
    result: 'bool',
    emit: ({ args, scope }) => code`${scope.use('areAll')}(${lazy(args)})`,
    sentence: (args) => args.join(' and '),
  }),
  createFunction({
    name: '_||_',
    signature: 'a || b',
    doc: 'Whether a condition is true. True decides before null.',
    parameters: [{ name: 'each side of ||', types: BOOL }],
    isVariadic: true,
    isStrict: false,
    result: 'bool',
    emit: ({ args, scope }) => code`${scope.use('isAny')}(${lazy(args)})`,
    sentence: (args) => args.join(' or '),
  }),
  createFunction({
    name: '!_',
    signature: '!a',
    doc: 'The opposite of a condition.',
    parameters: [{ name: 'the condition after !', types: BOOL }],
    result: 'bool',
    emit: ({ args: [a = code`null`], scope }) => code`${scope.use('isNot')}(${a})`,
    sentence: ([a]) => `not ${a}`,
  }),
  createFunction({
    name: '_?_:_',
    signature: 'a ? b : c',
    doc: 'The second value if the condition is true, the third if it is false. Null for a condition that is null.',
    parameters: [
      { name: 'the condition before ?', types: BOOL },
      { name: 'the value after ?', types: ANY },
      { name: 'the value after :', types: ANY },
    ],
    isStrict: false,
    result: ([, ...values]) => commonType(values),
    plan: ([, ...values], fault) => checkTypes(values, fault, 'the values of ?:,'),
    // The emitter prefers the operator of JavaScript if the condition is simple.
    emit: ({ args: [condition = code`null`, ...values], scope }) =>
      code`${scope.use('choose')}(${condition}, ${lazy(values)})`,
    sentence: ([condition, yes, no]) => `${yes} if ${condition}, otherwise ${no}`,
  }),
  createFunction({
    name: '_{}[]_',
    signature: '{"a": b, "c": d}[x]',
    doc: 'The value of a key of a mapping of literals. Null: there is no such key.',
    parameters: [
      { name: 'the key of the mapping', types: ['string'] },
      { name: 'each key and value of a mapping', types: ANY },
    ],
    isVariadic: true,
    isStrict: false,
    result: ([, ...entries]) => commonType(entries.filter((_, i) => i % 2 === 1)),
    plan: planMap,
    keptArgs: (args) => args.slice(0, 1),
    declaredNames: (name) => [`${name}Codes`],
    declare: (operand, name) => {
      // `plan` returned the operand.
      const { entries, type } = operand as MapOperand;
      const lines = entries.map(([key, value]) => code`  [${literal(key)}, ${emitValue(value)}],`);
      return [
        code`const ${nameOf(`${name}Codes`)}: ReadonlyMap<string, ${type === 'bool' ? code`boolean` : code`string`}> = new Map([\n${lines}\n]);`,
      ];
    },
    emit: ({ args: [key = code`null`], declares, scope }) =>
      code`${scope.use('valueOfKey')}(${nameOf(`${declares}Codes`)}, ${key})`,
    sentence: ([key], operand) => {
      const { entries } = operand as MapOperand;
      const shown = entries.slice(0, 10).map(([from, to]) => `${JSON.stringify(from)} is ${JSON.stringify(to)}`);
      return `${key} converted: ${shown.join(', ')}${entries.length > 10 ? ` and ${entries.length - 10} more` : ''}`;
    },
  }),
];

interface MapOperand {
  readonly entries: readonly (readonly [string, string | boolean])[];
  readonly type: ExpressionType;
}

function emitValue(value: string | boolean): Code {
  return typeof value === 'string' ? literal(value) : value ? code`true` : code`false`;
}

/** Returns the entries of a mapping, whose arguments are the key, and then the keys and values of the entries. */
function planMap([, ...rest]: readonly Argument[], fault: Fault): MapOperand | null {
  const entries: [string, string | boolean][] = [];
  const values = rest.filter((_, i) => i % 2 === 1);
  checkTypes(values, fault, 'the values of the mapping,');
  for (let i = 0; i < rest.length; i += 2) {
    const [key, value] = [rest[i], rest[i + 1]];
    if (key === undefined || value === undefined) continue;
    const [known, given] = [key.expression, value.expression];
    const isText = known.kind === 'literal' && known.type === 'string' && typeof known.value === 'string';
    if (!isText)
      fault('unsupported_expression', key, { by: '', what: 'a key of a mapping that is not a literal text' });
    else if (given.kind !== 'literal' || given.value === null)
      fault('unsupported_expression', value, { by: '', what: 'a value of a mapping that is not a literal' });
    else if (entries.some(([own]) => own === known.value))
      fault('invalid_expression', key, { by: '', detail: `the key ${JSON.stringify(known.value)} occurs twice` });
    else entries.push([String(known.value), given.value]);
  }
  return { entries, type: commonType(values) };
}
