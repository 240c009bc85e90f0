import { MAX_EXPRESSION } from '../../language/expressions/model/syntax.ts';
import {
  boolean,
  choice,
  integer,
  list,
  object,
  optional,
  required,
  tagged,
  text,
  texts,
} from '../../language/shape/create-shape.ts';

const common = {
  ruleId: required(text('The id of the rule, which is unique in the spec.', { min: 1, max: 200 })),
  severity: optional(
    choice('The severity of the issue. Default: `ERROR` for UNIQUE and ORDERED, and `FATAL` for the others.', [
      'FATAL',
      'ERROR',
      'WARNING',
    ]),
  ),
  message: optional(text('The message of the issue. Default: a sentence with the rule.', { max: 10_000 })),
};
const condition = {
  field: required(text('The name of a field that each counted type has.', { min: 1 })),
  values: required(
    list('A record counts if the value is one of these, as in the message.', text('A value.'), { min: 1 }),
  ),
};
const where = optional(
  object('Selects the records that count by the value of one of their fields. Default: all records count.', {
    field: optional(text('The name of a field that each counted type has. Required without `expression`.', { min: 1 })),
    values: optional(
      list(
        'A record counts if the value is one of these, as in the message. Required with `field`.',
        text('A value.'),
        {
          min: 1,
        },
      ),
    ),
    expression: optional(
      text(
        'A record counts if this expression over its fields is true, such as `amount > 0 && kind != "X"`. Default: none.',
        { min: 1, max: MAX_EXPRESSION },
      ),
    ),
    and: optional(
      list('Further conditions, which must hold, too. Default: none.', object('A condition.', condition), {
        min: 1,
        max: 8,
      }),
    ),
  }),
);
const total = {
  field: optional(
    text(
      'The field with the total: a record type, a dot and a field, such as `trailer.count`. Required without `equals`.',
      { min: 1 },
    ),
  ),
  equals: optional(
    object('Other records that must have the same number or sum. Required without `field`.', {
      count: optional(texts('COUNT_EQUALS: the record types that are counted.')),
      sum: optional(text('SUM_EQUALS: the field that is added up: a record type, a dot and a field.', { min: 1 })),
      where,
    }),
  ),
};

/** The shape of a rule of a file as a whole. */
export const fileRuleShape = tagged('A rule of the file as a whole, such as a control total.', 'ruleType', {
  COUNT_EQUALS: object('The field equals the number of records, in the innermost scope that contains both.', {
    ...common,
    of: required(texts('The record types that are counted, or `"*"` for all types in the scope.')),
    including: optional(
      list(
        'What counts, too. `self`: the record with the total. `enclosing`: the record that opens the scope. `continuation`: each continuation line of a counted record. Default: none.',
        choice('What counts, too.', ['self', 'enclosing', 'continuation']),
      ),
    ),
    blockOf: optional(
      integer('Blocks of this many records are counted instead. The last block may be incomplete. Default: 1.', {
        min: 2,
        max: 1_000_000,
      }),
    ),
    where,
    ...total,
  }),
  SUM_EQUALS: object('The field equals the exact sum of other fields, in the innermost scope that contains both.', {
    ...common,
    of: required(texts('The fields that are added up: a record type, a dot and a field each. Null counts as 0.')),
    where,
    ...total,
    modulus: optional(
      text(
        'A whole number. The sum is divided by it, and the remainder is compared: `"10000000000"` keeps ten digits. Default: the whole sum.',
        { min: 1, max: 100 },
      ),
    ),
    absolute: optional(boolean('Whether values are added without their signs. Default: `false`.')),
  }),
  COUNT_RANGE: object('The number of records in the file lies within a range.', {
    ...common,
    of: required(text('The record type that is counted.', { min: 1 })),
    where,
    value: required(text('`min,max`: both are included, and either side may be empty.', { min: 1, max: 100 })),
  }),
  UNIQUE: object('No two records of the file have the same values. Null never equals anything.', {
    ...common,
    of: required(
      list(
        'The fields whose values are compared together. They belong to one record type.',
        text('A record type, a dot and a field.', { min: 1 }),
        { min: 1, max: 8 },
      ),
    ),
  }),
  ORDERED: object('The values of a field never decrease within the scope of its record type. Null is left out.', {
    ...common,
    of: required(text('The field: a record type, a dot and a field.', { min: 1 })),
    direction: optional(choice('ASC: never decrease. DESC: never increase. Default: `ASC`.', ['ASC', 'DESC'])),
  }),
});
