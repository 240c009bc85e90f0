import { type Code, code, join } from '../../../emitting/code/literal.ts';
import type { Argument } from '../model/expression.ts';
import {
  createFunction,
  type ExpressionFunction,
  commonType,
  type Fault,
  literalOf,
  NUMBERS,
  type Parameter,
} from './function.ts';

const ROUNDINGS = ['HALF_UP', 'HALF_EVEN', 'DOWN'];
const MAX_SCALE = 1000;

const x: Parameter = { name: 'x', types: NUMBERS };
const scaleParameter: Parameter = { name: 'scale', types: ['int'], isLiteral: true };
const roundingParameter: Parameter = { name: 'rounding', types: ['string'], isLiteral: true };

/** Reports a scale or a rounding that does not exist. */
function checkRounding(scale: Argument | undefined, rounding: Argument | undefined, fault: Fault): null {
  const [digits, word] = [scale, rounding].map((one) => (one === undefined ? null : literalOf(one)));
  const expect = (argument: Argument | undefined, expected: string) => {
    if (argument === undefined) return;
    const found = JSON.stringify(literalOf(argument));
    fault('expression_type', argument, { by: '', what: argument === scale ? 'scale' : 'rounding', expected, found });
  };
  if (typeof digits !== 'string' || digits.startsWith('-') || Number(digits) > MAX_SCALE)
    expect(scale, `a number from 0 to ${MAX_SCALE}`);
  if (typeof word !== 'string' || !ROUNDINGS.includes(word))
    expect(rounding, ROUNDINGS.map((one) => `"${one}"`).join(' or '));
  return null;
}

/** The number in the code of a scale, which is a literal of digits. */
function scaleOf(argument: Argument['expression'] | undefined): Code {
  return code`${Number(argument?.kind === 'literal' ? argument.value : 0)}`;
}

/** The functions of numbers. */
export const numberFunctions: readonly ExpressionFunction[] = [
  createFunction({
    name: 'abs',
    signature: 'abs(x)',
    doc: 'The number without its sign.',
    parameters: [x],
    result: commonType,
    emit: ({ args: [a = code`null`], scope }) => code`${scope.use('absoluteNumber')}(${a})`,
    sentence: ([a]) => `${a} without its sign`,
  }),
  createFunction({
    name: 'min',
    signature: 'min(x, y, …)',
    doc: 'The smallest number.',
    parameters: [x],
    isVariadic: true,
    result: commonType,
    emit: ({ args, scope }) => code`${scope.use('smallestNumber')}(${join(args, ', ')})`,
    sentence: (args) => `the smallest of ${args.join(', ')}`,
  }),
  createFunction({
    name: 'max',
    signature: 'max(x, y, …)',
    doc: 'The largest number.',
    parameters: [x],
    isVariadic: true,
    result: commonType,
    emit: ({ args, scope }) => code`${scope.use('largestNumber')}(${join(args, ', ')})`,
    sentence: (args) => `the largest of ${args.join(', ')}`,
  }),
  createFunction({
    name: 'round',
    signature: 'round(x, scale, rounding)',
    doc: 'The number with `scale` decimals, rounded by `"HALF_UP"`, `"HALF_EVEN"` or `"DOWN"`. With the scale 0, it is an INTEGER.',
    parameters: [x, scaleParameter, roundingParameter],
    mayFail: true,
    result: ([, scale]) => (scale !== undefined && literalOf(scale) === '0' ? 'int' : 'decimal'),
    plan: ([, scale, rounding], fault) => checkRounding(scale, rounding, fault),
    emit: ({ args: [a = code`null`, , rounding = code``], given, scope, record }) =>
      code`${scope.use('roundNumber')}(${a}, ${scaleOf(given[1])}, ${rounding}, ${record})`,
    sentence: ([a, scale]) => `${a} rounded to ${scale} ${scale === '1' ? 'decimal' : 'decimals'}`,
  }),
  createFunction({
    name: 'divide',
    signature: 'divide(x, y, scale, rounding)',
    doc: 'The quotient with `scale` decimals, rounded by `"HALF_UP"`, `"HALF_EVEN"` or `"DOWN"`. Division by zero is VALUE_NOT_COMPUTED.',
    parameters: [x, { name: 'y', types: NUMBERS }, scaleParameter, roundingParameter],
    mayFail: true,
    result: 'decimal',
    plan: ([, , scale, rounding], fault) => checkRounding(scale, rounding, fault),
    emit: ({ args: [a = code`null`, b = code`null`, , rounding = code``], given, scope, record }) =>
      code`${scope.use('divideNumbers')}([${a}, ${b}], ${scaleOf(given[2])}, ${rounding}, ${record})`,
    sentence: ([a, b, scale]) => `${a} divided by ${b}, rounded to ${scale} ${scale === '1' ? 'decimal' : 'decimals'}`,
  }),
];
