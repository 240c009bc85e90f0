import { allTypes } from '../types/type-kinds.ts';
import { code, literal } from '../../emitting/code/literal.ts';
import { countCodePoints, padLeft as padLeftTo } from '../../kernel/values/text.ts';
import { createCorrectionKind } from './correction-kind.ts';
import { padInBytes, padKeys } from './padding.ts';

/** PAD_LEFT: adds one character repeatedly on the left, up to a minimum length in code points. */
export const padLeft = createCorrectionKind({
  correctionType: 'PAD_LEFT',
  types: allTypes,
  doc: 'Pads the text on the left to a length.',
  operands: padKeys,
  addedLength: ({ length }) => length,
  grows: true,
  plan: ({ padChar, length }) => ({ padChar, length }),
  sentence: ({ padChar, length }) => `padded on the left with ${JSON.stringify(padChar)} to ${length} characters`,
  findInputs({ padChar, length }, text) {
    let start = 0;
    while (text.startsWith(padChar, start)) start += padChar.length;
    return start > 0 && countCodePoints(text) === length ? [text.slice(start)] : [];
  },
  correct: ({ padChar, length }, text, _, scope) =>
    code`${scope.use('padLeft')}(${text}, ${literal(padChar)}, ${length})`,
  apply: ({ padChar, length }, text) => padLeftTo(text ?? '', padChar, length),
  canOutgrow: ({ length }, _, maxBytes) => 4 * length > maxBytes,
  inBytes: (plan) => padInBytes('padLeftBytes', plan),
});
