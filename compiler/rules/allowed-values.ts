import { textsOf } from '../shape/shape.ts';
import type { Field } from '../1-read/spec-shape.ts';
import { code, join, literal, literals, name as nameOf } from '../code/literal.ts';
import { normalizeDecimal } from '../kernel/values/number.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { ruleKind } from './rule-kind.ts';
import { exactNumber, type JsonType, type SchemaKeywords } from './value-schema.ts';

/** The values that ALLOWED_VALUES accepts. */
export interface AllowedPlan {
  /** The values in the form in which they are compared. Equal numbers have the same form. */
  values: readonly string[];
  areNumbers: boolean;
}

/** Maximum number of values that are compared one by one. More values are looked up in a set. */
const COMPARED = 3;

/** ALLOWED_VALUES: the value is one of these. Numbers compare by value. */
export const allowedValues = ruleKind<'ALLOWED_VALUES', AllowedPlan>({
  ruleType: 'ALLOWED_VALUES',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  check({ value }, { field, pointer, by, report }) {
    textsOf(value).forEach((allowed, index) => {
      if (comparable(allowed, field) !== null) return;
      const place = typeof value === 'string' ? `${pointer}/value` : `${pointer}/value/${index}`;
      report('value_not_of_type', place, { by, value: allowed, field: field.name, type: field.type });
    });
  },
  plan: ({ value }, field) => ({
    values: [...new Set(textsOf(value).map((allowed) => comparable(allowed, field) ?? allowed))],
    areNumbers: isNumber(field),
  }),
  sentence: ({ values }) =>
    `one of ${values.slice(0, 20).join(', ')}${values.length > 20 ? ` and ${values.length - 20} more` : ''}`,
  refuses: ({ values, areNumbers }, value) => !values.includes(areNumbers ? normalizeDecimal(value) : value),
  landmarks: ({ values }) => ({ values }),
  schema,
  declares: 'Values',
  declare: ({ values }, name) =>
    values.length > COMPARED ? [code`const ${nameOf(name)}: ReadonlySet<string> = new Set(${literals(values)});`] : [],
  isBroken({ values, areNumbers }, { text }, name, scope) {
    const compared = areNumbers ? code`${scope.use('normalizeDecimal')}(${text})` : text;
    if (values.length > COMPARED) return code`!${nameOf(name)}.has(${compared})`;
    return join(
      values.map((value) => code`${compared} !== ${literal(value)}`),
      ' && ',
    );
  },
});

function schema({ values, areNumbers }: AllowedPlan, type: JsonType): SchemaKeywords {
  if (type === 'boolean') return { enum: values.map((value) => value === 'true') };
  if (type === 'string') return areNumbers ? {} : { enum: values };
  const numbers = values.map(exactNumber);
  return numbers.includes(null) ? {} : { enum: numbers };
}

function comparable(text: string, field: Field): string | null {
  const value = typeKinds[field.type].canonical(text, field);
  return value !== null && isNumber(field) ? normalizeDecimal(value) : value;
}

function isNumber({ type }: Field): boolean {
  return type === 'INTEGER' || type === 'DECIMAL';
}
