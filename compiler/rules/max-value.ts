import { code, commentText, literal } from '../code/literal.ts';
import { compareDecimals } from '../kernel/values/number.ts';
import { atMostPattern } from '../patterns/number-pattern.ts';
import { decimalType } from '../types/decimal.ts';
import { createRuleKind } from './rule-kind.ts';
import { required, text as textShape } from '../shape/shape.ts';
import { exactNumber } from '../types/value-schema.ts';

/** MAX_VALUE: the value is at most this number, compared exactly. */
export const maxValue = createRuleKind({
  ruleType: 'MAX_VALUE',
  types: ['INTEGER', 'DECIMAL'],
  doc: 'INTEGER, DECIMAL: the value is at most this number.',
  operands: {
    value: required(textShape('A number with `.` before its decimals and without an exponent.', { min: 1 })),
  },
  check({ value }, { field, pointer, by, report }) {
    if (decimalType.canonical(value, field) === null)
      report('invalid_operand', `${pointer}/value`, {
        by,
        value,
        expected: 'a number in plain notation, such as -12.50',
      });
  },
  plan: ({ value }, field) => ({ bound: decimalType.canonical(value, field) ?? value }),
  sentence: ({ bound }) => `at most ${bound}`,
  violates: ({ bound }, value) => compareDecimals(value, bound) > 0,
  pattern: ({ value }, field) => atMostPattern(decimalType.canonical(value, field) ?? value),
  boundaryValues: ({ bound }) => ({ values: [bound] }),
  schema: ({ bound }, type) =>
    type === 'string' || exactNumber(bound) === null ? {} : { maximum: exactNumber(bound) },
  isBroken: ({ bound }, { text }, _, scope) => code`${scope.use('compareDecimals')}(${text}, ${literal(bound)}) > 0`,
  inBytes: ({ bound }) => ({
    number: {
      operands: [bound],
      emit: (scaled) => code`if (value > ${scaled(bound)}) return -1; // ${commentText(bound)}`,
    },
  }),
});
