import { sourcesOf } from './coerce-date.ts';
import type { CorrectionRule } from './correction-kinds.ts';

/**
 * Returns the corrections of a field, with adjacent COERCE_DATE corrections merged into one. The merged correction
 * tries the source formats of all of them. It leaves other texts unchanged if one of them has `onOtherText: KEEP`.
 * Unmerged, the second would reject the dates that the first converts. Corrections with different `centuryStart` or
 * `locale` are not merged.
 */
export function mergeDateCorrections(corrections: readonly CorrectionRule[]): CorrectionRule[] {
  const merged: CorrectionRule[] = [];
  for (const correction of corrections) {
    const last = merged.at(-1);
    if (
      correction.correctionType !== 'COERCE_DATE' ||
      last?.correctionType !== 'COERCE_DATE' ||
      last.centuryStart !== correction.centuryStart ||
      last.locale !== correction.locale
    )
      merged.push(correction);
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

/** Returns whether any COERCE_DATE in a list leaves texts unchanged that fit no source format. */
export function keepsOtherTexts(corrections: readonly CorrectionRule[]): boolean {
  return corrections.some((one) => one.correctionType === 'COERCE_DATE' && one.onOtherText === 'KEEP');
}
