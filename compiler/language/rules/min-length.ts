import { code } from '../../emitting/code/literal.ts';
import { countCodePoints } from '../../kernel/values/text.ts';
import {
  checkLength,
  describeLength,
  lengthOperand,
  parseLength,
  patternOfLength,
  planLength,
} from './length-operand.ts';
import { createRuleKind, ruleOfKind } from './rule-kind.ts';

/** MIN_LENGTH: the value, as text, has at least this number of code points. */
export const minLength = createRuleKind({
  ruleType: 'MIN_LENGTH',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE'],
  doc: 'The value, as text, has at least this length.',
  operands: lengthOperand,
  check: checkLength,
  plan: planLength,
  sentence: (plan) => `at least ${describeLength(plan)}`,
  demand: (plan) => `have at least ${describeLength(plan)}`,
  limit: ({ value }) => ({ of: 'LENGTH', side: 'MIN', operand: value }),
  // Compares numbers, because large lengths have no automaton.
  isCoveredBy: (rule, other) => Number(ruleOfKind(rule, other)?.value ?? NaN) >= Number(rule.value),
  acceptsTrimmed: ({ value }) => Number(value) <= 1,
  violates: ({ length }, value) => countCodePoints(value) < length,
  boundaryValues: ({ length }) => ({ lengths: [length] }),
  pattern: ({ value }) => patternOfLength(value, (length) => `[^]{${length},}`),
  lengths: ({ value }) => ({ min: parseLength(value) ?? 0 }),
  // JSON Schema also counts code points.
  schema: ({ length }, type) => (type === 'string' ? { minLength: length } : {}),
  isBroken: ({ length }, { text }, _, scope) => code`${scope.use('countCodePoints')}(${text}) < ${length}`,
  inBytes: ({ length }) => ({
    text: (text) => ({ declarations: [], body: [code`if (${text.length} < ${length}) return -1;`] }),
  }),
});
