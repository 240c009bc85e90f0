import type { Field } from '../1-read/spec-shape.ts';
import { type Code, code, join, literal } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import { isFalse, isTrue } from '../kernel/values/boolean.ts';
import { typeKind } from './type-kind.ts';

/** The texts for true and for false. Null stands for `true` or `false` in any case. */
export interface BooleanPlan {
  trueValues: readonly string[] | null;
  falseValues: readonly string[] | null;
}

/** BOOLEAN: `true` and `false` in any case, or the texts that the field lists. */
export const booleanType = typeKind<BooleanPlan>({
  type: 'BOOLEAN',
  sentence,
  check: () => {},
  plan: ({ trueValues, falseValues }: Field) => ({ trueValues: trueValues ?? null, falseValues: falseValues ?? null }),
  canonical: (text) => (isTrue(text) ? 'true' : isFalse(text) ? 'false' : null),
  parse: (text, { trueValues, falseValues }) => {
    if (trueValues?.includes(text) ?? isTrue(text)) return 'true';
    return (falseValues?.includes(text) ?? isFalse(text)) ? 'false' : null;
  },
  write: (value, { trueValues, falseValues }) =>
    value === 'true' ? (trueValues ?? [value]) : (falseValues ?? [value]),
  schema: () => ({ type: 'boolean' }),
  declare: () => [],
  read,
  readInputValue: (_, given, __, scope) => code`${scope.use('toBooleanValue')}(${given})`,
});

function sentence({ trueValues, falseValues }: BooleanPlan): string {
  if (trueValues === null && falseValues === null) return 'BOOLEAN';
  const quote = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(', ');
  return `BOOLEAN (${quote(trueValues ?? ['true'])} for true; ${quote(falseValues ?? ['false'])} for false)`;
}

function read({ trueValues, falseValues }: BooleanPlan, text: Code, _name: string, scope: Scope): Code {
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
