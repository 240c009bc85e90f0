import { code } from '../code/literal.ts';
import { correctionKind } from './correction-kind.ts';

/** LOWER_CASE: converts with Unicode's full mapping, without a locale. */
export const lowerCase = correctionKind<'LOWER_CASE', null>({
  correctionType: 'LOWER_CASE',
  types: ['STRING', 'DATE', 'BOOLEAN'],
  // One letter may become several, or one that takes more bytes.
  grows: true,
  plan: () => null,
  sentence: () => 'converted to lower case',
  befores: (_, text) => [text.toUpperCase()],
  correct: (_, text) => code`${text}.toLowerCase()`,
});
