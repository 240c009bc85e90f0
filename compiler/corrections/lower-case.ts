import { code } from '../4-emit/literal.ts';
import { correctionKind } from './correction-kind.ts';

/** LOWER_CASE: Unicode's full mapping, without a locale. */
export const lowerCase = correctionKind<'LOWER_CASE', null>({
  correctionType: 'LOWER_CASE',
  types: ['STRING', 'DATE', 'BOOLEAN'],
  // A letter may turn into several, and into longer ones.
  grows: true,
  plan: () => null,
  sentence: () => 'in lower case',
  befores: (_, text) => [text.toUpperCase()],
  correct: (_, text) => code`${text}.toLowerCase()`,
});
