import { sourcesOf } from './coerce-date.ts';
import type { CorrectionRule } from './correction-kinds.ts';

/**
 * Returns the corrections of a field with adjacent COERCE_DATE corrections merged into one. It tries the source formats
 * of all of them, and leaves other texts unchanged if one of them does. Without the merge, the second would reject what
 * the first converts.
 */
export function mergeDateCorrections(corrections: readonly CorrectionRule[]): CorrectionRule[] {
  const merged: CorrectionRule[] = [];
  for (const correction of corrections) {
    const last = merged.at(-1);
    if (correction.correctionType !== 'COERCE_DATE' || last?.correctionType !== 'COERCE_DATE') merged.push(correction);
    else {
      const { onOtherText = correction.onOtherText } = last;
      const sourceFormat = [...sourcesOf(last), ...sourcesOf(correction)];
      merged[merged.length - 1] = { ...last, sourceFormat, ...(onOtherText === undefined ? {} : { onOtherText }) };
    }
  }
  return merged;
}

/** Returns the source formats of all COERCE_DATE corrections in a list. */
export function sourceFormatsOf(corrections: readonly CorrectionRule[]): string[] {
  return corrections.flatMap((one) => (one.correctionType === 'COERCE_DATE' ? sourcesOf(one) : []));
}

/** Returns whether a text that fits no source format may still be a date of the field. */
export function keepsOtherTexts(corrections: readonly CorrectionRule[]): boolean {
  return corrections.some((one) => one.correctionType === 'COERCE_DATE' && one.onOtherText === 'KEEP');
}
