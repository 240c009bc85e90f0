import { code, literal } from '../4-emit/literal.ts';
import { codePoints } from '../kernel/values/text.ts';
import { correctionKind } from './correction-kind.ts';

/** PAD_LEFT: fills up on the left with one character, to a length in code points. */
export const padLeft = correctionKind<'PAD_LEFT', { padChar: string; length: number }>({
  correctionType: 'PAD_LEFT',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  grows: true,
  plan: ({ padChar, length }) => ({ padChar, length }),
  sentence: ({ padChar, length }) => `padded on the left with ${JSON.stringify(padChar)} to ${length}`,
  befores({ padChar, length }, text) {
    let start = 0;
    while (text.startsWith(padChar, start)) start += padChar.length;
    return start > 0 && codePoints(text) === length ? [text.slice(start)] : [];
  },
  correct: ({ padChar, length }, text, _, scope) =>
    code`${scope.use('padLeft')}(${text}, ${literal(padChar)}, ${length})`,
});
