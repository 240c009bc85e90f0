import { code, literal } from '../code/literal.ts';
import { countCodePoints } from '../kernel/values/text.ts';
import { correctionKind } from './correction-kind.ts';

/** PAD_RIGHT: pads on the right with one character to a minimum length in code points. */
export const padRight = correctionKind<'PAD_RIGHT', { padChar: string; length: number }>({
  correctionType: 'PAD_RIGHT',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  grows: true,
  plan: ({ padChar, length }) => ({ padChar, length }),
  sentence: ({ padChar, length }) => `padded on the right with ${JSON.stringify(padChar)} to ${length} characters`,
  befores({ padChar, length }, text) {
    let end = text.length;
    while (end > 0 && text.endsWith(padChar, end)) end -= padChar.length;
    return end < text.length && countCodePoints(text) === length ? [text.slice(0, end)] : [];
  },
  correct: ({ padChar, length }, text, _, scope) =>
    code`${scope.use('padRight')}(${text}, ${literal(padChar)}, ${length})`,
});
