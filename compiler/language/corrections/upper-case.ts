import { code } from '../../emitting/code/literal.ts';
import { emitConversion } from './converted-letters.ts';
import { typeKinds, typesWhere } from '../types/type-kinds.ts';
import { createCorrectionKind } from './correction-kind.ts';

/** UPPER_CASE: converts letters to upper case with Unicode's full mapping, without a locale. */
export const upperCase = createCorrectionKind({
  correctionType: 'UPPER_CASE',
  otherKeys: ['upper', 'touppercase'],
  types: typesWhere(({ isNumber }) => isNumber === false),
  doc: 'Converts letters to upper case (Unicode’s full mapping, without a locale).',
  operands: {},
  changesOnly: 'CASE',
  // One letter may become several letters, or one letter with more bytes.
  grows: true,
  plan: () => null,
  sentence: () => 'converted to upper case',
  findInputs: (_, text) => [text.toLowerCase()],
  correct: (_, text) => code`${text}.toUpperCase()`,
  apply: (_, text) => (text ?? '').toUpperCase(),
  // Without trueValues and falseValues, the text is `true` or `false`, and its length does not change.
  canOutgrow: (_, field) => !typeKinds[field.type].ignoresCase(field),
  inBytes: () => ({
    step: 'letters',
    emit: ({ scope }) => emitConversion(scope.use('toUpperBytes')),
  }),
});
