import { code } from '../4-emit/literal.ts';
import { correctionKind } from './correction-kind.ts';

/** TRIM: drops the blanks (Unicode White_Space) on both sides. */
export const trim = correctionKind<'TRIM', null>({
  correctionType: 'TRIM',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  plan: () => null,
  sentence: () => 'trimmed',
  befores: (_, text) => [` ${text} `],
  correct: (_, text, __, scope) => code`${scope.use('trim')}(${text})`,
});
