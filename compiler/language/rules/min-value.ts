import { typesWhere } from '../types/type-kinds.ts';
import { code, literal } from '../../emitting/code/literal.ts';
import { compareDecimals } from '../../kernel/values/number.ts';
import { atLeastPattern } from '../../emitting/patterns/number-pattern.ts';
import { checkNumber, comparableNumber, explainScaled, numberOperand, planNumber } from './number-operand.ts';
import { createRuleKind } from './rule-kind.ts';
import { exactNumber } from '../types/value-schema.ts';

/** MIN_VALUE: the value is at least this number. Numbers are compared exactly, not as doubles. */
export const minValue = createRuleKind({
  ruleType: 'MIN_VALUE',
  otherKeys: ['min', 'minimum'],
  types: typesWhere(({ isNumber }) => isNumber !== false),
  doc: 'INTEGER, DECIMAL: the value is at least this number.',
  operands: numberOperand,
  check: checkNumber,
  plan: planNumber,
  sentence: ({ bound }) => `at least ${bound}`,
  comparable: comparableNumber,
  limit: ({ value }) => ({ of: 'VALUE', side: 'MIN', operand: value }),
  violates: ({ bound }, value) => compareDecimals(value, bound) < 0,
  pattern: (rule, field) => atLeastPattern(planNumber(rule, field).bound),
  boundaryValues: ({ bound }) => ({ values: [bound] }),
  schema: ({ bound }, type) =>
    type === 'string' || exactNumber(bound) === null ? {} : { minimum: exactNumber(bound) },
  isBroken: ({ bound }, { text }, _, scope) => code`${scope.use('compareDecimals')}(${text}, ${literal(bound)}) < 0`,
  inBytes: ({ bound }) => ({
    number: {
      operands: [bound],
      emit: (scaled) => code`if (value < ${scaled(bound)}) return -1;${explainScaled(scaled(bound), bound)}`,
    },
  }),
});
