import { literal } from '../4-emit/literal.ts';
import { correctionKind } from './correction-kind.ts';

/** DEFAULT_IF_NULL: fills null and blank. */
export const defaultIfNull = correctionKind<'DEFAULT_IF_NULL', { defaultValue: string }>({
  correctionType: 'DEFAULT_IF_NULL',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  actsOn: 'NULL',
  // From nothing.
  grows: true,
  plan: ({ defaultValue }) => ({ defaultValue }),
  sentence: ({ defaultValue }) => `${JSON.stringify(defaultValue)} where null`,
  correct: ({ defaultValue }) => literal(defaultValue),
});
