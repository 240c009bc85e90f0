import { type Code, code, join, literal } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { isFalse, isTrue } from '../../kernel/values/boolean.ts';
import { type BooleanWords, emitBooleanBytes } from './boolean-bytes.ts';
import { type Acceptance, createTypeKind, plainExpression } from './type-kind.ts';
import { list, optional, text as textShape } from '../shape/create-shape.ts';

const words = (doc: string) => list(doc, textShape('A text, which is compared exactly.', { min: 1 }), { min: 1 });

/** BOOLEAN: `true` and `false` in any letter case, or the texts that the field lists. */
export const booleanType = createTypeKind({
  type: 'BOOLEAN',
  form: 'boolean',
  logicalOf: () => ({ kind: 'boolean' }),
  comparesAs: null,
  compareTexts: (old, now) => (old.type === 'BOOLEAN' ? compareTruths(old, now) : 'other'),
  reportedAs: 'WORDS',
  valuePattern: () => 'true|false',
  ignoresCase: ({ trueValues, falseValues }) => trueValues === undefined && falseValues === undefined,
  exampleText: (value, field) => [...truthsOf(field)].find(([, truth]) => String(truth) === value)?.[0] ?? value,
  typicalTexts: (field) => [...truthsOf(field).keys()],
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

/** The texts that a BOOLEAN field lists. */
interface WordsField {
  readonly trueValues?: readonly string[];
  readonly falseValues?: readonly string[];
}

/** Returns all spellings of a lower-case word in upper and lower case. */
function textsOfWord(word: string): string[] {
  return [...word].reduce<string[]>(
    (begun, letter) => begun.flatMap((text) => [text + letter, text + letter.toUpperCase()]),
    [''],
  );
}

/** Returns all texts that a BOOLEAN field accepts, each with its truth value. */
function truthsOf({ trueValues, falseValues }: WordsField): ReadonlyMap<string, boolean> {
  const falses = (falseValues ?? textsOfWord('false')).map((text) => [text, false] as const);
  // If a text is in both lists, it means true.
  return new Map([...falses, ...(trueValues ?? textsOfWord('true')).map((text) => [text, true] as const)]);
}

function compareTruths(old: WordsField, now: WordsField): Acceptance {
  const [before, after] = [truthsOf(old), truthsOf(now)];
  const isAllThere = [...before.keys()].every((text) => after.has(text));
  if (!isAllThere) return 'other';
  const isUnchanged = [...before].every(([text, value]) => after.get(text) === value);
  if (before.size === after.size) return isUnchanged ? 'same' : 'revalued';
  return isUnchanged ? 'wider' : 'other';
}

/** Returns a text of a BOOLEAN field that meant true and now means false, or the reverse. `null` if there is none. */
export function contraryText(old: WordsField, now: WordsField): string | null {
  const after = truthsOf(now);
  for (const [text, value] of truthsOf(old)) if (after.get(text) === !value) return text;
  return null;
}
