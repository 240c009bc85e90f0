import { code, literal } from '../4-emit/literal.ts';
import { correctionKind } from './correction-kind.ts';

/** PAD_LEFT: fills up on the left with one character, to a length in code points. */
export const padLeft = correctionKind<'PAD_LEFT', { padChar: string; length: number }>({
  correctionType: 'PAD_LEFT',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  grows: true,
  plan: ({ padChar, length }) => ({ padChar, length }),
  sentence: ({ padChar, length }) => `padded on the left with ${JSON.stringify(padChar)} to ${length}`,
  correct: ({ padChar, length }, text, _, scope) => code`${scope.use('padLeft')}(${text}, ${literal(padChar)}, ${length})`,
});
