import { type Code, code, join, literal, literals, name as nameOf } from '../../emitting/code/literal.ts';
import { capitalize } from '../../emitting/code/names.ts';
import { normalizeDecimal } from '../../kernel/values/number.ts';
import { trim } from '../../kernel/values/text.ts';
import { escapePattern } from '../../emitting/patterns/escape-pattern.ts';
import { equalPattern } from '../../emitting/patterns/number-pattern.ts';
import { allTypes, typeKinds } from '../types/type-kinds.ts';
import { emitIsOneOf } from '../../emitting/bytes/words.ts';
import type { ByteForm, OutputText } from '../../emitting/bytes/byte-form.ts';
import { toJsonBytes } from '../../kernel/fast/json-bytes.ts';
import { isNumber } from './condition.ts';
import { createRuleKind, type RuleField } from './rule-kind.ts';
import { exactNumber, type JsonType, type SchemaKeywords } from '../types/value-schema.ts';
import { required, texts, textsOf } from '../shape/create-shape.ts';

/** The values that an ALLOWED_VALUES rule accepts. */
interface AllowedPlan {
  /** The values in the form in which they are compared. Different texts for the same number have the same form. */
  readonly values: readonly string[];
  readonly areNumbers: boolean;
}

/** Up to this many values, generated code compares them one by one. If there are more, it uses a set. */
const COMPARED = 3;
/** The fast reader checks a text only if the rule has at most MAX_WORDS values of at most MAX_WORD_BYTES bytes each. */
const MAX_WORDS = 64;
const MAX_WORD_BYTES = 32;

/** ALLOWED_VALUES: the value equals one of a list. Numbers are compared by value, so `12` equals `12.0`. */
export const allowedValues = createRuleKind({
  ruleType: 'ALLOWED_VALUES',
  otherKeys: ['enum', 'values', 'oneof', 'allowed'],
  types: allTypes,
  doc: 'The value is one of these. Numbers compare by value: `12` equals `12.0`.',
  operands: { value: required(texts('The values as a list, or as one text with commas between them.')) },
  check({ value }, { field, pointer, by, report }) {
    textsOf(value).forEach((allowed, index) => {
      if (comparable(allowed, field) !== null) return;
      const place = typeof value === 'string' ? `${pointer}/value` : `${pointer}/value/${index}`;
      report('value_not_of_type', place, { by, value: allowed, field: field.name, type: field.type });
    });
  },
  plan: ({ value }, field): AllowedPlan => ({
    values: comparableValues(textsOf(value), field),
    areNumbers: isNumber(field),
  }),
  sentence: ({ values }) =>
    `one of ${values.slice(0, 20).join(', ')}${values.length > 20 ? ` and ${values.length - 20} more` : ''}`,
  // The order of the values does not matter.
  comparable: (rule, field) => comparableValues(textsOf(rule.value), field).toSorted(),
  listedValues: ({ value }) => textsOf(value),
  acceptsTrimmed({ value }) {
    const allowed = textsOf(value);
    return allowed.every((text) => trim(text) === '' || allowed.includes(trim(text)));
  },
  violates: ({ values, areNumbers }, value) => !values.includes(areNumbers ? normalizeDecimal(value) : value),
  pattern: ({ value }, field) =>
    textsOf(value)
      .map((text) => patternOfAllowed(text, field))
      .join('|'),
  boundaryValues: ({ values }) => ({ values }),
  schema,
  declaredNames: (name) => [`${name}Values`, testName(name)],
  declare: ({ values }, name) =>
    values.length > COMPARED
      ? [code`const ${nameOf(`${name}Values`)}: ReadonlySet<string> = new Set(${literals(values)});`]
      : [],
  isBroken({ values, areNumbers }, { text }, name, scope) {
    const compared = areNumbers ? code`${scope.use('normalizeDecimal')}(${text})` : text;
    if (values.length > COMPARED) return code`!${nameOf(`${name}Values`)}.has(${compared})`;
    return join(
      values.map((value) => code`${compared} !== ${literal(value)}`),
      ' && ',
    );
  },
  inBytes: ({ values }, name) => ({
    number: {
      operands: values,
      emit: (scaled) =>
        code`if (${join(
          values.map((text) => code`value !== ${scaled(text)}`),
          ' && ',
        )}) return -1;`,
    },
    text: (text) => emitIsAllowed(values, nameOf(testName(name)), text),
  }),
});

/** Returns the name of the generated function that compares bytes with the values. */
function testName(name: string): string {
  return `matches${capitalize(name)}`;
}

function emitIsAllowed(values: readonly string[], own: Code, { from, to }: OutputText): ByteForm | null {
  const words = [...new Set(values)].map(toJsonBytes);
  if (words.length > MAX_WORDS || words.some((word) => word.length > MAX_WORD_BYTES)) return null;
  return {
    declarations: [emitIsOneOf(own, values, words)],
    body: [code`if (!${own}(output, ${from}, ${to})) return -1;`],
  };
}

function schema({ values, areNumbers }: AllowedPlan, type: JsonType): SchemaKeywords {
  if (type === 'boolean') return { enum: values.map((value) => value === 'true') };
  if (type === 'string') return areNumbers ? {} : { enum: values };
  const numbers = values.map(exactNumber);
  return numbers.includes(null) ? {} : { enum: numbers };
}

function patternOfAllowed(text: string, field: RuleField): string {
  const value = typeKinds[field.type].canonical(text, field) ?? text;
  return isNumber(field) ? equalPattern(normalizeDecimal(value)) : escapePattern(value);
}

function comparableValues(values: readonly string[], field: RuleField): string[] {
  return [...new Set(values.map((allowed) => comparable(allowed, field) ?? allowed))];
}

function comparable(text: string, field: RuleField): string | null {
  const value = typeKinds[field.type].canonical(text, field);
  return value !== null && isNumber(field) ? normalizeDecimal(value) : value;
}
