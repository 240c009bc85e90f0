import { code, commentText, literal } from '../code/literal.ts';
import { compareDecimals } from '../kernel/values/number.ts';
import { atLeastPattern } from '../patterns/number-pattern.ts';
import { decimalType } from '../types/decimal.ts';
import { createRuleKind } from './rule-kind.ts';
import { required, text as textShape } from '../shape/shape.ts';
import { exactNumber } from '../types/value-schema.ts';

/** MIN_VALUE: the value is at least this number, compared exactly. */
export const minValue = createRuleKind({
  ruleType: 'MIN_VALUE',
  types: ['INTEGER', 'DECIMAL'],
  doc: 'INTEGER, DECIMAL: the value is at least this number.',
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
  sentence: ({ bound }) => `at least ${bound}`,
  violates: ({ bound }, value) => compareDecimals(value, bound) < 0,
  pattern: ({ value }, field) => atLeastPattern(decimalType.canonical(value, field) ?? value),
  boundaryValues: ({ bound }) => ({ values: [bound] }),
  schema: ({ bound }, type) =>
    type === 'string' || exactNumber(bound) === null ? {} : { minimum: exactNumber(bound) },
  isBroken: ({ bound }, { text }, _, scope) => code`${scope.use('compareDecimals')}(${text}, ${literal(bound)}) < 0`,
  inBytes: ({ bound }) => ({
    number: {
      operands: [bound],
      emit: (scaled) => code`if (value < ${scaled(bound)}) return -1; // ${commentText(bound)}`,
    },
  }),
});
