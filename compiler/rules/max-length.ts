import { code } from '../code/literal.ts';
import { countCodePoints } from '../kernel/values/text.ts';
import { lengthOperand } from './length-operand.ts';
import { ruleKind } from './rule-kind.ts';

/** MAX_LENGTH: the value has at most this number of code points. */
export const maxLength = ruleKind<'MAX_LENGTH', { length: number }>({
  ruleType: 'MAX_LENGTH',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE'],
  check({ value }, { pointer, by, report }) {
    if (lengthOperand(value) === null)
      report('invalid_operand', `${pointer}/value`, { by, value, expected: 'a whole number from 0 to 1073741824' });
  },
  plan: ({ value }) => ({ length: lengthOperand(value) ?? 0 }),
  sentence: ({ length }) => `at most ${length} ${length === 1 ? 'character' : 'characters'}`,
  demand: ({ length }) => `have at most ${length} ${length === 1 ? 'character' : 'characters'}`,
  refuses: ({ length }, value) => countCodePoints(value) > length,
  landmarks: ({ length }) => ({ lengths: [length] }),
  // JSON Schema also counts code points.
  schema: ({ length }, type) => (type === 'string' ? { maxLength: length } : {}),
  isBroken: ({ length }, { text }, _, scope) => code`${scope.use('countCodePoints')}(${text}) > ${length}`,
});
