import { code } from '../code/literal.ts';
import { countCodePoints } from '../kernel/values/text.ts';
import { lengthOperand, patternOfLength } from './length-operand.ts';
import { createRuleKind } from './rule-kind.ts';
import { required, text as textShape } from '../shape/shape.ts';

/** MIN_LENGTH: the value has at least this number of code points. */
export const minLength = createRuleKind({
  ruleType: 'MIN_LENGTH',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE'],
  doc: 'The value, as text, has at least this length.',
  operands: { value: required(textShape('A whole number of code points.', { min: 1 })) },
  check({ value }, { pointer, by, report }) {
    if (lengthOperand(value) === null)
      report('invalid_operand', `${pointer}/value`, { by, value, expected: 'a whole number from 0 to 1073741824' });
  },
  plan: ({ value }) => ({ length: lengthOperand(value) ?? 0 }),
  sentence: ({ length }) => `at least ${length} ${length === 1 ? 'character' : 'characters'}`,
  demand: ({ length }) => `have at least ${length} ${length === 1 ? 'character' : 'characters'}`,
  violates: ({ length }, value) => countCodePoints(value) < length,
  boundaryValues: ({ length }) => ({ lengths: [length] }),
  pattern: ({ value }) => patternOfLength(value, (length) => `[^]{${length},}`),
  lengths: ({ value }) => ({ min: lengthOperand(value) ?? 0 }),
  // JSON Schema also counts code points.
  schema: ({ length }, type) => (type === 'string' ? { minLength: length } : {}),
  isBroken: ({ length }, { text }, _, scope) => code`${scope.use('countCodePoints')}(${text}) < ${length}`,
  inBytes: ({ length }) => ({
    text: (text) => ({ declarations: [], body: [code`if (${text.length} < ${length}) return -1;`] }),
  }),
});
