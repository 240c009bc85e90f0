import { code } from '../code/literal.ts';
import { correctionKind } from './correction-kind.ts';

/** UPPER_CASE: converts with Unicode's full mapping, without a locale. */
export const upperCase = correctionKind<'UPPER_CASE', null>({
  correctionType: 'UPPER_CASE',
  types: ['STRING', 'DATE', 'BOOLEAN'],
  // One letter may become several, or one that takes more bytes.
  grows: true,
  plan: () => null,
  sentence: () => 'converted to upper case',
  befores: (_, text) => [text.toLowerCase()],
  correct: (_, text) => code`${text}.toUpperCase()`,
});
