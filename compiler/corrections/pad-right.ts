import { code, literal } from '../4-emit/literal.ts';
import { codePoints } from '../kernel/values/text.ts';
import { correctionKind } from './correction-kind.ts';

/** PAD_RIGHT: fills up on the right with one character, to a length in code points. */
export const padRight = correctionKind<'PAD_RIGHT', { padChar: string; length: number }>({
  correctionType: 'PAD_RIGHT',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  grows: true,
  plan: ({ padChar, length }) => ({ padChar, length }),
  sentence: ({ padChar, length }) => `padded on the right with ${JSON.stringify(padChar)} to ${length}`,
  befores({ padChar, length }, text) {
    let end = text.length;
    while (end > 0 && text.endsWith(padChar, end)) end -= padChar.length;
    return end < text.length && codePoints(text) === length ? [text.slice(0, end)] : [];
  },
  correct: ({ padChar, length }, text, _, scope) =>
    code`${scope.use('padRight')}(${text}, ${literal(padChar)}, ${length})`,
});
