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

/** MAX_LENGTH: the value, as text, has at most this number of code points. */
export const maxLength = createRuleKind({
  ruleType: 'MAX_LENGTH',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE'],
  doc: 'The value, as text, has at most this length.',
  operands: lengthOperand,
  check: checkLength,
  plan: planLength,
  sentence: (plan) => `at most ${describeLength(plan)}`,
  demand: (plan) => `have at most ${describeLength(plan)}`,
  limit: ({ value }) => ({ of: 'LENGTH', side: 'MAX', operand: value }),
  // Compares numbers, because large lengths have no automaton.
  isCoveredBy: (rule, other) => Number(ruleOfKind(rule, other)?.value ?? NaN) <= Number(rule.value),
  acceptsTrimmed: () => true,
  violates: ({ length }, value) => countCodePoints(value) > length,
  boundaryValues: ({ length }) => ({ lengths: [length] }),
  pattern: ({ value }) => patternOfLength(value, (length) => `[^]{0,${length}}`),
  lengths: ({ value }) => ({ max: parseLength(value) ?? Infinity }),
  // JSON Schema also counts code points.
  schema: ({ length }, type) => (type === 'string' ? { maxLength: length } : {}),
  isBroken: ({ length }, { text }, _, scope) => code`${scope.use('countCodePoints')}(${text}) > ${length}`,
  inBytes: ({ length }) => ({
    text: (text) => ({ declarations: [], body: [code`if (${text.length} > ${length}) return -1;`] }),
  }),
});
