import { type Code, code, commentText, join, name as nameOf } from '../../../emitting/code/literal.ts';
import { capitalize } from '../../../emitting/code/names.ts';
import { emitReplacer } from '../../../emitting/patterns/emit.ts';
import { hintOfPattern } from '../../../emitting/patterns/pattern-hint.ts';
import { planReplacer, type ReplacerPlan } from '../../../emitting/patterns/plan-replacer.ts';
import type { KernelFunction } from '../../../emitting/code/scope.ts';
import type { ExpressionType } from '../../types/type-kind.ts';
import type { Argument } from '../model/expression.ts';
import { createFunction, type ExpressionFunction, type Fault, literalOf, type Parameter } from './function.ts';

const TEXT: readonly ExpressionType[] = ['string'];
const INTEGER: readonly ExpressionType[] = ['int'];

const text: Parameter = { name: 'text', types: TEXT };
const patternParameter: Parameter = { name: 'pattern', types: TEXT, isLiteral: true };

/** Creates a function whose call is that of a kernel function with the same arguments. */
function createCall(
  own: KernelFunction,
  definition: Omit<Parameters<typeof createFunction>[0], 'emit'>,
): ExpressionFunction {
  const mayFail = definition.mayFail ?? false;
  return createFunction({
    ...definition,
    emit: ({ args, scope, record }) => code`${scope.use(own)}(${join(mayFail ? [...args, record] : args, ', ')})`,
  });
}

/** The functions of texts. Positions and lengths count code points, from 0. */
export const textFunctions: readonly ExpressionFunction[] = [
  createCall('sizeOfText', {
    name: 'size',
    signature: 'size(text)',
    doc: 'The number of characters (code points).',
    parameters: [text],
    result: 'int',
    sentence: ([a]) => `the length of ${a}`,
  }),
  createCall('containsText', {
    name: 'contains',
    signature: 'text.contains(part)',
    doc: 'Whether the text contains another.',
    parameters: [text, { name: 'part', types: TEXT }],
    result: 'bool',
    sentence: ([a, b]) => `${a} contains ${b}`,
  }),
  createCall('startsWithText', {
    name: 'startsWith',
    signature: 'text.startsWith(start)',
    doc: 'Whether the text begins with another.',
    parameters: [text, { name: 'start', types: TEXT }],
    result: 'bool',
    sentence: ([a, b]) => `${a} starts with ${b}`,
  }),
  createCall('endsWithText', {
    name: 'endsWith',
    signature: 'text.endsWith(end)',
    doc: 'Whether the text ends with another.',
    parameters: [text, { name: 'end', types: TEXT }],
    result: 'bool',
    sentence: ([a, b]) => `${a} ends with ${b}`,
  }),
  createCall('sliceText', {
    name: 'substring',
    signature: 'text.substring(from[, to])',
    doc: 'The characters from a position on, up to another position or the end. Null outside of the text.',
    parameters: [text, { name: 'from', types: INTEGER }, { name: 'to', types: INTEGER, isOptional: true }],
    isStrict: false,
    result: 'string',
    sentence: ([a, from, to]) => `the characters of ${a} from position ${from}${to === undefined ? '' : ` to ${to}`}`,
  }),
  createCall('trimText', {
    name: 'trim',
    signature: 'text.trim()',
    doc: 'The text without the blanks around it.',
    parameters: [text],
    result: 'string',
    sentence: ([a]) => `${a} without blanks around it`,
  }),
  createCall('lowerAsciiText', {
    name: 'lowerAscii',
    signature: 'text.lowerAscii()',
    doc: 'The text with A to Z in lower case.',
    parameters: [text],
    result: 'string',
    sentence: ([a]) => `${a} in lower case`,
  }),
  createCall('upperAsciiText', {
    name: 'upperAscii',
    signature: 'text.upperAscii()',
    doc: 'The text with a to z in upper case.',
    parameters: [text],
    result: 'string',
    sentence: ([a]) => `${a} in upper case`,
  }),
  createCall('replaceText', {
    name: 'replace',
    signature: 'text.replace(old, new)',
    doc: 'The text with every occurrence of `old` replaced.',
    parameters: [text, { name: 'old', types: TEXT }, { name: 'new', types: TEXT }],
    mayFail: true,
    result: 'string',
    sentence: ([a, old, by]) => `${a} with ${old} replaced by ${by}`,
  }),
  createCall('positionOfText', {
    name: 'indexOf',
    signature: 'text.indexOf(part[, from])',
    doc: 'The position of the first occurrence, from 0. -1: there is none.',
    parameters: [text, { name: 'part', types: TEXT }, { name: 'from', types: INTEGER, isOptional: true }],
    isStrict: false,
    result: 'int',
    sentence: ([a, part, from]) => `the position of ${part} in ${a}${from === undefined ? '' : ` from ${from} on`}`,
  }),
  createCall('partOfText', {
    name: '_.split()[]',
    signature: 'text.split(separator)[index]',
    doc: 'A part of the text between separators, from 0. Null: there is no such part.',
    parameters: [text, { name: 'separator', types: TEXT }, { name: 'index', types: INTEGER }],
    isStrict: false,
    result: 'string',
    sentence: ([a, separator, index]) => `part ${index} of ${a} split at ${separator}`,
  }),
  createPadding('padLeft', 'padTextLeft', 'left'),
  createPadding('padRight', 'padTextRight', 'right'),
  createFunction({
    name: 'matches',
    signature: 'text.matches(pattern)',
    doc: 'Whether a part of the text matches a regular expression.',
    parameters: [text, patternParameter],
    mayFail: true,
    result: 'bool',
    plan: ([, pattern], fault): PatternOperand | null => planPattern(pattern, '', fault),
    declaredNames: (name) => [`finds${capitalize(name)}`],
    declare(operand, name, scope) {
      const { pattern, replacer } = operand as PatternOperand;
      return [
        code`/** Finds ${commentText(pattern)}. */\nconst ${nameOf(`finds${capitalize(name)}`)} = ${emitReplacer(replacer, scope.use('createSearcher'))};`,
      ];
    },
    emit: ({ args: [a = code`null`], declares, record }) =>
      code`${nameOf(`finds${capitalize(declares)}`)}(${a}, ${record})`,
    sentence: ([a], operand) => `${a} contains a match of ${(operand as PatternOperand).pattern}`,
  }),
  createFunction({
    name: 'extract',
    signature: 'extract(text, pattern[, group])',
    doc: 'The first group of the first match of a regular expression, or the group with a number. Without groups, and for 0, the match. Null: there is no match.',
    parameters: [text, patternParameter, { name: 'group', types: INTEGER, isLiteral: true, isOptional: true }],
    mayFail: true,
    isStrict: false,
    result: 'string',
    plan: planExtract,
    declaredNames: (name) => [`extract${capitalize(name)}`],
    declare(operand, name, scope) {
      const { pattern, replacer } = operand as PatternOperand;
      return [
        code`/** Extracts a part of the first match of ${commentText(pattern)}. */\nconst ${nameOf(`extract${capitalize(name)}`)} = ${emitReplacer(replacer, scope.use('createExtractor'))};`,
      ];
    },
    emit: ({ args: [a = code`null`], declares, record }) =>
      code`${nameOf(`extract${capitalize(declares)}`)}(${a}, ${record})`,
    sentence: ([a], operand) => `the match of ${(operand as PatternOperand).pattern} in ${a}`,
  }),
];

function createPadding(name: string, own: KernelFunction, side: string): ExpressionFunction {
  return createFunction({
    name,
    signature: `${name}(text, length, char)`,
    doc: `The text padded on the ${side} to a length, with one character.`,
    parameters: [text, { name: 'length', types: INTEGER }, { name: 'char', types: TEXT, isLiteral: true }],
    mayFail: true,
    result: 'string',
    plan([, , character], fault) {
      const value = character === undefined ? null : literalOf(character);
      if (character !== undefined && (typeof value !== 'string' || [...value].length !== 1))
        fault('expression_type', character, {
          by: '',
          what: `char of ${name}`,
          expected: 'a text of one character',
          found: JSON.stringify(value),
        });
      return null;
    },
    emit: ({ args, scope, record }): Code => code`${scope.use(own)}(${join([...args, record], ', ')})`,
    sentence: ([a, length, character]) => `${a} padded on the ${side} to ${length} with ${character}`,
  });
}

interface PatternOperand {
  readonly pattern: string;
  /** The program of the pattern. A group that it captures is a part of the replacement. */
  readonly replacer: ReplacerPlan;
}

function planExtract([, pattern, group]: readonly Argument[], fault: Fault): PatternOperand | null {
  const wanted = group === undefined ? null : literalOf(group);
  if (wanted === '0') return planPattern(pattern, '', fault);
  if (wanted === null) {
    const source = pattern === undefined ? null : literalOf(pattern);
    // A group that does not exist makes the replacement invalid.
    const hasGroup = typeof source === 'string' && planReplacer(source, '$1').kind === 'ok';
    return planPattern(pattern, hasGroup ? '$1' : '', fault);
  }
  return /^[1-9][0-9]?$/.test(String(wanted))
    ? planPattern(pattern, `$${wanted}`, fault, group)
    : planPattern(pattern, '$0', fault, group);
}

function planPattern(
  pattern: Argument | undefined,
  replacement: string,
  fault: Fault,
  group?: Argument,
): PatternOperand | null {
  const source = pattern === undefined ? null : literalOf(pattern);
  if (pattern === undefined || typeof source !== 'string') return null;
  const planned = planReplacer(source, replacement);
  if (planned.kind === 'ok') return { pattern: source, replacer: planned.plan };
  if (planned.code === 'invalid_replacement')
    fault('invalid_expression', group ?? pattern, { by: '', detail: 'the pattern has no group with this number' });
  else fault(planned.code, pattern, { detail: planned.reason }, hintOfPattern(source) ?? undefined);
  return null;
}
