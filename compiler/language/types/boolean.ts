import { type Code, code, join, literal } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { isFalse, isTrue } from '../../kernel/values/boolean.ts';
import { type BooleanWords, emitBooleanBytes } from './boolean-bytes.ts';
import { createTypeKind, plainExpression } from './type-kind.ts';
import { list, optional, text as textShape } from '../shape/create-shape.ts';

const words = (doc: string) => list(doc, textShape('A text, which is compared exactly.', { min: 1 }), { min: 1 });

/** BOOLEAN: `true` and `false` in any letter case, or the texts that the field lists. */
export const booleanType = createTypeKind({
  type: 'BOOLEAN',
  form: 'BOOLEAN',
  text: {
    accepts: '`true` and `false` in any case of ASCII letters, or `trueValues` and `falseValues`',
    message: '`true`, `false`',
    typescript: '`boolean`',
    looks: '`true` or `false` in upper or lower case, unless stated otherwise',
  },
  keys: {
    trueValues: optional(words('BOOLEAN: the texts that mean true. Default: `true` in any case.')),
    falseValues: optional(words('BOOLEAN: the texts that mean false. Default: `false` in any case.')),
  },
  check: () => {},
  plan: ({ trueValues, falseValues }): BooleanWords => ({
    trueValues: trueValues ?? null,
    falseValues: falseValues ?? null,
  }),
  sentence,
  canonical: (text) => (isTrue(text) ? 'true' : isFalse(text) ? 'false' : null),
  parse: (text, { trueValues, falseValues }) => {
    if (trueValues?.includes(text) ?? isTrue(text)) return 'true';
    return (falseValues?.includes(text) ?? isFalse(text)) ? 'false' : null;
  },
  write: (value, { trueValues, falseValues }) =>
    value === 'true' ? (trueValues ?? [value]) : (falseValues ?? [value]),
  schema: () => ({ type: 'boolean' }),
  typescript: () => code`boolean`,
  json: () => 'toJsonBoolean',
  declare: () => [],
  read,
  readInputValue: (_, input, scope) => code`${scope.use('toBooleanValue')}(${input})`,
  expression: plainExpression('bool'),
  inBytes: emitBooleanBytes,
});

function sentence({ trueValues, falseValues }: BooleanWords): string {
  if (trueValues === null && falseValues === null) return 'BOOLEAN';
  const quote = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(', ');
  return `BOOLEAN (${quote(trueValues ?? ['true'])} for true; ${quote(falseValues ?? ['false'])} for false)`;
}

function read({ trueValues, falseValues }: BooleanWords, text: Code, scope: Scope): Code {
  if (trueValues === null && falseValues === null) return code`${scope.use('toBoolean')}(${text})`;
  const oneOf = (values: readonly string[]) =>
    join(
      values.map((value) => code`${text} === ${literal(value)}`),
      ' || ',
    );
  const isTrueCode = trueValues === null ? code`${scope.use('isTrue')}(${text})` : oneOf(trueValues);
  const isFalseCode = falseValues === null ? code`${scope.use('isFalse')}(${text})` : oneOf(falseValues);
  return code`${isTrueCode} ? true : ${isFalseCode} ? false : null`;
}
