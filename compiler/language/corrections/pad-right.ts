import { allTypes } from '../types/type-kinds.ts';
import { code, literal } from '../../emitting/code/literal.ts';
import { countCodePoints, padRight as padRightTo } from '../../kernel/values/text.ts';
import { createCorrectionKind } from './correction-kind.ts';
import { padInBytes, padKeys } from './padding.ts';

/** PAD_RIGHT: adds one character repeatedly on the right, up to a minimum length in code points. */
export const padRight = createCorrectionKind({
  correctionType: 'PAD_RIGHT',
  types: allTypes,
  doc: 'Pads the text on the right to a length.',
  operands: padKeys,
  addedLength: ({ length }) => length,
  grows: true,
  plan: ({ padChar, length }) => ({ padChar, length }),
  sentence: ({ padChar, length }) => `padded on the right with ${JSON.stringify(padChar)} to ${length} characters`,
  findInputs({ padChar, length }, text) {
    let end = text.length;
    while (end > 0 && text.endsWith(padChar, end)) end -= padChar.length;
    return end < text.length && countCodePoints(text) === length ? [text.slice(0, end)] : [];
  },
  correct: ({ padChar, length }, text, _, scope) =>
    code`${scope.use('padRight')}(${text}, ${literal(padChar)}, ${length})`,
  apply: ({ padChar, length }, text) => padRightTo(text ?? '', padChar, length),
  canOutgrow: ({ length }, _, maxBytes) => 4 * length > maxBytes,
  inBytes: (plan) => padInBytes('padRightBytes', plan),
});
