import { code, literal } from '../4-emit/literal.ts';
import { correctionKind } from './correction-kind.ts';

/** PAD_RIGHT: fills up on the right with one character, to a length in code points. */
export const padRight = correctionKind<'PAD_RIGHT', { padChar: string; length: number }>({
  correctionType: 'PAD_RIGHT',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  grows: true,
  plan: ({ padChar, length }) => ({ padChar, length }),
  sentence: ({ padChar, length }) => `padded on the right with ${JSON.stringify(padChar)} to ${length}`,
  correct: ({ padChar, length }, text, _, scope) => code`${scope.use('padRight')}(${text}, ${literal(padChar)}, ${length})`,
});
