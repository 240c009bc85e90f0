import { code, literal } from '../code/literal.ts';
import { compareDecimals } from '../kernel/values/number.ts';
import { decimalType } from '../types/decimal.ts';
import { ruleKind } from './rule-kind.ts';
import { exactNumber } from './value-schema.ts';

/** MIN_VALUE: the value is at least this number, compared exactly. */
export const minValue = ruleKind<'MIN_VALUE', { bound: string }>({
  ruleType: 'MIN_VALUE',
  types: ['INTEGER', 'DECIMAL'],
  check({ value }, { field, pointer, by, report }) {
    if (decimalType.canonical(value, field) === null)
      report('invalid_operand', `${pointer}/value`, { by, value, expected: 'a number in plain notation, like -12.50' });
  },
  plan: ({ value }, field) => ({ bound: decimalType.canonical(value, field) ?? value }),
  sentence: ({ bound }) => `at least ${bound}`,
  refuses: ({ bound }, value) => compareDecimals(value, bound) < 0,
  landmarks: ({ bound }) => ({ values: [bound] }),
  schema: ({ bound }, type) =>
    type === 'string' || exactNumber(bound) === null ? {} : { minimum: exactNumber(bound) },
  isBroken: ({ bound }, { text }, _, scope) => code`${scope.use('compareDecimals')}(${text}, ${literal(bound)}) < 0`,
});
