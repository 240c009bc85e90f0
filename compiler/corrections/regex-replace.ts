import { code } from '../4-emit/literal.ts';
import { correctionKind } from './correction-kind.ts';

export const regexReplace = correctionKind<'REGEX_REPLACE', { pattern: string; replacement: string }>({
  correctionType: 'REGEX_REPLACE',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  plan: ({ pattern, replacement }) => ({ pattern, replacement }),
  sentence: ({ pattern, replacement }) => `${pattern} replaced by ${JSON.stringify(replacement)}`,
  correct: (_, text) => code`${text}`,
});
