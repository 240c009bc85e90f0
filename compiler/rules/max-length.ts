import { code } from '../code/literal.ts';
import { countCodePoints } from '../kernel/values/text.ts';
import { lengthOperand, patternOfLength } from './length-operand.ts';
import { createRuleKind } from './rule-kind.ts';
import { required, text as textShape } from '../shape/shape.ts';

/** MAX_LENGTH: the value has at most this number of code points. */
export const maxLength = createRuleKind({
  ruleType: 'MAX_LENGTH',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE'],
  doc: 'The value, as text, has at most this length.',
  operands: { value: required(textShape('A whole number of code points.', { min: 1 })) },
  check({ value }, { pointer, by, report }) {
    if (lengthOperand(value) === null)
      report('invalid_operand', `${pointer}/value`, { by, value, expected: 'a whole number from 0 to 1073741824' });
  },
  plan: ({ value }) => ({ length: lengthOperand(value) ?? 0 }),
  sentence: ({ length }) => `at most ${length} ${length === 1 ? 'character' : 'characters'}`,
  demand: ({ length }) => `have at most ${length} ${length === 1 ? 'character' : 'characters'}`,
  violates: ({ length }, value) => countCodePoints(value) > length,
  boundaryValues: ({ length }) => ({ lengths: [length] }),
  pattern: ({ value }) => patternOfLength(value, (length) => `[^]{0,${length}}`),
  lengths: ({ value }) => ({ max: lengthOperand(value) ?? Infinity }),
  // JSON Schema also counts code points.
  schema: ({ length }, type) => (type === 'string' ? { maxLength: length } : {}),
  isBroken: ({ length }, { text }, _, scope) => code`${scope.use('countCodePoints')}(${text}) > ${length}`,
  inBytes: ({ length }) => ({
    text: (text) => ({ declarations: [], body: [code`if (${text.length} > ${length}) return -1;`] }),
  }),
});
