import type { CorrectionRule, Field } from '../../1-read/spec-shape.ts';
import type { Noted } from '../model/draft.ts';
import { idOf } from './rule-id.ts';
import type { TypeGuess } from './type.ts';
import type { ColumnValues } from './values.ts';

/**
 * Suggests corrections for a column: TRIM for texts with surrounding blanks, and one COERCE_DATE with all date formats
 * of the column.
 */
export function inferCorrections(
  { name: field, type }: Field,
  { coerced }: TypeGuess,
  { hasBlanks }: ColumnValues,
): Noted<CorrectionRule>[] {
  const id = idOf(field);
  const trim =
    type === 'STRING' && hasBlanks
      ? [{ value: { ruleId: `trim-${id}`, field, correctionType: 'TRIM' }, note: null } as const]
      : [];
  const sourceFormat = coerced.length === 1 && coerced[0] !== undefined ? coerced[0] : [...coerced];
  const targetFormat = 'yyyy-MM-dd';
  const date = { ruleId: `iso-${id}`, field, correctionType: 'COERCE_DATE', sourceFormat, targetFormat } as const;
  return [...trim, ...(coerced.length === 0 ? [] : [{ value: date, note: null }])];
}
