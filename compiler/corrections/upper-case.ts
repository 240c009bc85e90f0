import { code } from '../4-emit/literal.ts';
import { correctionKind } from './correction-kind.ts';

/** UPPER_CASE: Unicode's full mapping, without a locale. */
export const upperCase = correctionKind<'UPPER_CASE', null>({
  correctionType: 'UPPER_CASE',
  types: ['STRING', 'DATE', 'BOOLEAN'],
  // A letter may turn into several, and into longer ones.
  grows: true,
  plan: () => null,
  sentence: () => 'in upper case',
  befores: (_, text) => [text.toLowerCase()],
  correct: (_, text) => code`${text}.toUpperCase()`,
});
