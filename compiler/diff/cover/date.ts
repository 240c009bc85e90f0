import type { CorrectionOf } from '../../1-read/spec-shape.ts';
import { planDatePattern } from '../../dates/plan/pattern.ts';
import { dayOfText } from '../../dates/plan/text.ts';
import { patternOf } from '../../types/date.ts';
import { actsOf } from './size-limits.ts';
import { findOutside } from '../languages/containment.ts';
import { type Pipeline, worstRule } from '../model/pipeline.ts';
import { isSame } from '../model/spec-pair.ts';
import { languageOf, patternOfDates } from '../languages/value-language.ts';

/**
 * Whether the corrections differ only by one new COERCE_DATE that converts only texts that were no dates of the field
 * before. Such texts can only get a better verdict.
 */
export function addsDistinctDate(old: Pipeline, now: Pipeline): boolean {
  const place = now.corrections.findIndex((_, index) =>
    isSame(actsOf(now.corrections.toSpliced(index, 1)), actsOf(old.corrections)),
  );
  const added = now.corrections[place];
  if (added?.correctionType !== 'COERCE_DATE') return false;
  if (Math.max(worstRule(now), now.whenNull) > now.onTypeMismatch || isNull(added, now)) return false;
  const others = old.corrections.map((one) =>
    one.correctionType === 'COERCE_DATE'
      ? patternOfDates(one.sourceFormat)
      : one.correctionType === 'TRIM' || one.correctionType === 'DEFAULT_IF_NULL'
        ? '[]'
        : null,
  );
  const own = patternOfDates(patternOf(now.field));
  const read = own === null ? null : `\\p{White_Space}*(?:${own})\\p{White_Space}*`;
  return [...others, read].every(
    (pattern) => pattern !== null && areApart(pattern, patternOfDates(added.sourceFormat)),
  );
}

/** Whether a text of nullValues is a date of the source format. */
function isNull({ sourceFormat }: CorrectionOf<'COERCE_DATE'>, { nullTexts }: Pipeline): boolean {
  const planned = planDatePattern(sourceFormat);
  return planned.kind === 'wrong' || [...nullTexts].some((text) => !Number.isNaN(dayOfText(planned.layout, text)));
}

/** Whether no text matches both patterns. */
function areApart(a: string, b: string | null): boolean {
  const [nothing, first, second] = [languageOf('[]'), languageOf(a), b === null ? null : languageOf(b)];
  return (
    nothing !== null && first !== null && second !== null && findOutside(nothing, [first, second]).kind === 'contained'
  );
}
