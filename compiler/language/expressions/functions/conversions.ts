import { type Code, code, join, literal } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { PlannedPattern } from '../../../emitting/bytes/byte-form.ts';
import { emitDateReader } from '../../../emitting/dates/emit/reader.ts';
import { hasShortYear } from '../../../emitting/dates/plan/layout.ts';
import { planDatePattern } from '../../../emitting/dates/plan/pattern.ts';
import { dayParser, layoutWords, MAX_CENTURY, MIN_CENTURY } from '../../types/date.ts';
import type { ExpressionType } from '../../types/type-kind.ts';
import type { Argument } from '../model/expression.ts';
import { checkTypes, commonType, createFunction, type ExpressionFunction, type Fault, literalOf } from './function.ts';

const ANY: readonly ExpressionType[] = ['string', 'bool', 'int', 'decimal', 'date', 'time', 'timestamp'];
const TEXT: readonly ExpressionType[] = ['string'];

/** How `text(x)` writes a value of each type. Absent: the value is its text. */
const TEXTS: Readonly<Partial<Record<ExpressionType, (value: Code, scope: Scope) => Code>>> = {
  bool: (value, scope) => code`${scope.use('formatBoolean')}(${value})`,
  date: (value, scope) => code`${scope.use('formatIsoDay')}(${value})`,
};

/** The functions that convert values, and `coalesce`. */
export const conversionFunctions: readonly ExpressionFunction[] = [
  createFunction({
    name: 'coalesce',
    signature: 'coalesce(a, b, …)',
    doc: 'The first value that is not null.',
    parameters: [{ name: 'each value of coalesce', types: ANY }],
    isVariadic: true,
    isStrict: false,
    result: commonType,
    plan: (args, fault) => checkTypes(args, fault, 'the values of coalesce,'),
    emit: ({ args, scope }) =>
      code`${scope.use('firstNotNull')}(${join(
        args.map((argument) => code`() => ${argument}`),
        ', ',
        '[',
        ']',
      )})`,
    sentence: (args) => `${args.slice(0, -1).join(', or ')}, or ${args.at(-1)} if null`,
  }),
  createFunction({
    name: 'integer',
    signature: 'integer(text)',
    doc: 'The text as an INTEGER, without blanks around it. VALUE_NOT_COMPUTED for any other text.',
    parameters: [{ name: 'text', types: TEXT }],
    mayFail: true,
    result: 'int',
    emit: ({ args: [a = code`null`], scope, record }) => code`${scope.use('toIntegerOrFail')}(${a}, ${record})`,
    sentence: ([a]) => `${a} as an INTEGER`,
  }),
  createFunction({
    name: 'decimal',
    signature: 'decimal(text)',
    doc: 'The text as a DECIMAL with a point, without blanks around it. VALUE_NOT_COMPUTED for any other text.',
    parameters: [{ name: 'text', types: TEXT }],
    mayFail: true,
    result: 'decimal',
    emit: ({ args: [a = code`null`], scope, record }) => code`${scope.use('toDecimalOrFail')}(${a}, ${record})`,
    sentence: ([a]) => `${a} as a DECIMAL`,
  }),
  createFunction({
    name: 'text',
    signature: 'text(x)',
    doc: 'The value as in the message. A DATE is `yyyy-MM-dd`.',
    parameters: [{ name: 'x', types: ANY }],
    result: 'string',
    emit: ({ args: [a = code`null`], given: [value], scope }) =>
      (value === undefined ? undefined : TEXTS[value.type])?.(a, scope) ?? a,
    sentence: ([a]) => `${a} as a text`,
  }),
  createFunction({
    name: 'date',
    signature: 'date(text, pattern[, centuryStart])',
    doc: 'The text as a DATE in a pattern, without blanks around it. VALUE_NOT_COMPUTED for any other text. `centuryStart` is the first of the hundred years that `yy` means, such as 1950; default: 2000, with a warning.',
    parameters: [
      { name: 'text', types: TEXT },
      { name: 'pattern', types: TEXT, isLiteral: true },
      { name: 'centuryStart', types: ['int'], isLiteral: true, isOptional: true },
    ],
    mayFail: true,
    result: 'date',
    plan: planDate,
    keptArgs: (args) => args.slice(0, 2),
    declare(operand, _, scope) {
      const plan = operand as PlannedPattern;
      return [scope.include(emitDateReader(dayParser(plan, scope).source, plan.pattern, plan.layout))];
    },
    emit({ args: [a = code`null`], operand, scope, record }) {
      const plan = operand as PlannedPattern;
      const demand = literal(`a DATE in the format ${wordsOf(plan)}`);
      return code`${scope.use('toDayOrFail')}(${a}, ${dayParser(plan, scope)}, ${demand}, ${record})`;
    },
    sentence: ([a], operand) => `${a} as a DATE in the format ${wordsOf(operand as PlannedPattern)}`,
  }),
];

/** Plans the pattern of `date`, and reports one that has no meaning, or years of two digits without their century. */
function planDate([, pattern, century]: readonly Argument[], fault: Fault): PlannedPattern | null {
  const source = pattern === undefined ? null : literalOf(pattern);
  if (pattern === undefined || typeof source !== 'string') return null;
  const start = century === undefined ? undefined : Number(literalOf(century));
  if (century !== undefined && !(Number(start) >= MIN_CENTURY && Number(start) <= MAX_CENTURY)) {
    const expected = `a year from ${MIN_CENTURY} to ${MAX_CENTURY}`;
    fault('expression_type', century, { by: '', what: 'centuryStart of date', expected, found: String(start) });
    return null;
  }
  const planned = planDatePattern(source, start);
  if (planned.kind !== 'ok') {
    fault('invalid_date_pattern', pattern, { detail: planned.reason }, planned.hint);
    return null;
  }
  if (hasShortYear(planned.layout) && start === undefined)
    fault('two_digit_year', pattern, { by: '' }, hintAtCentury(source));
  return { pattern: source, layout: planned.layout };
}

function hintAtCentury(pattern: string): string {
  const call = (year: number) => `date(text, ${JSON.stringify(pattern)}, ${year})`;
  return `write ${call(1950)} if 68 means 1968, or ${call(2000)} if it means 2068`;
}

function wordsOf({ pattern, layout }: PlannedPattern): string {
  return pattern + layoutWords(layout);
}
