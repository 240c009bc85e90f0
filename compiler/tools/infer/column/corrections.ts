import type { CorrectionRule, Field } from '../../../pipeline/1-read/spec-shape.ts';
import type { Noted } from '../model/draft.ts';
import { idOf } from './rule-id.ts';
import type { TypeGuess } from './type.ts';
import type { ColumnValues } from './values.ts';

/**
 * Suggests corrections for a column: TRIM if texts of a STRING column have surrounding blanks, and one COERCE_DATE if
 * dates must be converted to yyyy-MM-dd.
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
