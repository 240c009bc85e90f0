import { code, literal } from '../code/literal.ts';
import { countCodePoints } from '../kernel/values/text.ts';
import { correctionKind } from './correction-kind.ts';

/** PAD_LEFT: pads on the left with one character to a minimum length in code points. */
export const padLeft = correctionKind<'PAD_LEFT', { padChar: string; length: number }>({
  correctionType: 'PAD_LEFT',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  grows: true,
  plan: ({ padChar, length }) => ({ padChar, length }),
  sentence: ({ padChar, length }) => `padded on the left with ${JSON.stringify(padChar)} to ${length} characters`,
  befores({ padChar, length }, text) {
    let start = 0;
    while (text.startsWith(padChar, start)) start += padChar.length;
    return start > 0 && countCodePoints(text) === length ? [text.slice(start)] : [];
  },
  correct: ({ padChar, length }, text, _, scope) =>
    code`${scope.use('padLeft')}(${text}, ${literal(padChar)}, ${length})`,
});
