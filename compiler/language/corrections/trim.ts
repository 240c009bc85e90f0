import { allTypes } from '../types/type-kinds.ts';
import { code } from '../../emitting/code/literal.ts';
import { trim as trimText } from '../../kernel/values/text.ts';
import { createCorrectionKind } from './correction-kind.ts';

/** TRIM: removes blanks (Unicode White_Space) at both ends. */
export const trim = createCorrectionKind({
  correctionType: 'TRIM',
  otherKeys: ['strip'],
  types: allTypes,
  doc: 'Removes blanks (Unicode White_Space) at both ends.',
  operands: {},
  changesOnly: 'BLANKS',
  plan: () => null,
  sentence: () => 'trimmed',
  findInputs: (_, text) => [` ${text} `],
  correct: (_, text, __, scope) => code`${scope.use('trim')}(${text})`,
  apply: (_, text) => trimText(text ?? ''),
  canOutgrow: () => false,
  inBytes: () => ({ step: 'trim' }),
});
