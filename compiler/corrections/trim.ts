import { code } from '../code/literal.ts';
import { correctionKind } from './correction-kind.ts';

/** TRIM: removes blanks (Unicode White_Space) at both ends. */
export const trim = correctionKind<'TRIM', null>({
  correctionType: 'TRIM',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  plan: () => null,
  sentence: () => 'trimmed',
  befores: (_, text) => [` ${text} `],
  correct: (_, text, __, scope) => code`${scope.use('trim')}(${text})`,
});
