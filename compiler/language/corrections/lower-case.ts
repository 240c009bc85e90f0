import { code } from '../../emitting/code/literal.ts';
import { emitConversion } from './converted-letters.ts';
import { typeKinds, typesWhere } from '../types/type-kinds.ts';
import { createCorrectionKind } from './correction-kind.ts';

/** LOWER_CASE: converts letters to lower case with Unicode's full mapping, without a locale. */
export const lowerCase = createCorrectionKind({
  correctionType: 'LOWER_CASE',
  otherKeys: ['lower', 'tolowercase'],
  types: typesWhere(({ isNumber }) => isNumber === false),
  doc: 'Converts letters to lower case (Unicode’s full mapping, without a locale).',
  operands: {},
  changesOnly: 'CASE',
  // One letter may become several letters, or one letter with more bytes.
  grows: true,
  plan: () => null,
  sentence: () => 'converted to lower case',
  findInputs: (_, text) => [text.toUpperCase()],
  correct: (_, text) => code`${text}.toLowerCase()`,
  apply: (_, text) => (text ?? '').toLowerCase(),
  // Without trueValues and falseValues, the text is `true` or `false`, and its length does not change.
  canOutgrow: (_, field) => !typeKinds[field.type].ignoresCase(field),
  inBytes: () => ({
    step: 'letters',
    emit: ({ scope }) => emitConversion(scope.use('toLowerBytes')),
  }),
});
