import type { CorrectionRule } from '../../../pipeline/1-read/spec-shape.ts';
import type { DatePatterns } from '../../../language/corrections/correction-kind.ts';
import { correctionKinds } from '../../../language/corrections/correction-kinds.ts';
import { mergeDateCorrections } from '../../../language/corrections/merge-dates.ts';
import { planSourcePattern } from '../../../emitting/dates/plan/pattern.ts';
import { dayOfText } from '../../../emitting/dates/plan/text.ts';
import { patternOf } from '../../../language/types/date.ts';
import { toOperations } from './size-limits.ts';
import { findOutside } from '../languages/containment.ts';
import { type Pipeline, worstRule } from '../model/pipeline.ts';
import { isSame } from '../model/spec-pair.ts';
import { patternOfDates } from '../../../language/types/date-regex.ts';
import { languageOf } from '../languages/value-language.ts';

/**
 * The source formats that were added to a correction that converts dates. `wasStrict` is true if texts of other formats get the issue
 * TYPE_MISMATCH in both specs.
 */
interface AddedFormats {
  readonly formats: readonly string[];
  readonly wasStrict: boolean;
}

/**
 * Whether the corrections differ only by added source formats of dates, and no verdict gets worse, because texts
 * of these formats were not valid dates before. Returns false if this cannot be proved.
 */
export function addsDistinctDate(old: Pipeline, now: Pipeline): boolean {
  const added = addedFormats(mergeDateCorrections(old.corrections), mergeDateCorrections(now.corrections));
  if (added === null || Math.max(worstRule(now), now.whenNull) > now.onTypeMismatch) return false;
  if (added.formats.some((format) => isNull(format, now))) return false;
  // The patterns that are compared have English names.
  const isLocal = [...old.corrections, ...now.corrections].some((one) => patternsOf(one)?.locale !== undefined);
  if (isLocal || now.field.locale !== undefined) return false;
  const others = old.corrections.flatMap((one) => {
    const { changesOnly } = correctionKinds[one.correctionType];
    const change = patternsOf(one);
    if (change !== null) return change.sources.map((source) => patternOfDates(source));
    return [changesOnly === 'BLANKS' || changesOnly === 'NULL' ? '[]' : null];
  });
  if (added.wasStrict) return !others.includes(null);
  const own = patternOfDates(patternOf(now.field));
  const read = own === null ? null : `\\p{White_Space}*(?:${own})\\p{White_Space}*`;
  return [...others, read].every(
    (pattern) => pattern !== null && added.formats.every((format) => areApart(pattern, patternOfDates(format))),
  );
}

/**
 * Returns the added source formats. Either a correction that leaves other texts unchanged is new, or formats were
 * appended to the list of an existing one. Returns null if anything else differs.
 */
function addedFormats(old: readonly CorrectionRule[], now: readonly CorrectionRule[]): AddedFormats | null {
  for (const [index, one] of now.entries()) {
    const change = patternsOf(one);
    if (change === null) continue;
    if (change.keepsOthers && isSame(toOperations(now.toSpliced(index, 1)), toOperations(old)))
      return { formats: change.sources, wasStrict: false };
    const before = patternsOf(old[index]);
    if (before === null || !isSame(othersOf(now, index), othersOf(old, index))) continue;
    return formatsAfter(before, change);
  }
  return null;
}

function othersOf(list: readonly CorrectionRule[], index: number): readonly object[] {
  return toOperations(list.toSpliced(index, 1));
}

function patternsOf(correction: CorrectionRule | undefined): DatePatterns | null {
  return correction === undefined ? null : correctionKinds[correction.correctionType].dateChange(correction);
}

function formatsAfter(before: DatePatterns, after: DatePatterns): AddedFormats | null {
  const [old, now] = [before.sources, after.sources];
  const isExtended =
    isSame(now.slice(0, old.length), old) &&
    before.target === after.target &&
    before.centuryStart === after.centuryStart &&
    before.locale === after.locale;
  const isAsOpen = !before.keepsOthers || after.keepsOthers;
  const wasStrict = !before.keepsOthers && !after.keepsOthers;
  return isExtended && isAsOpen ? { formats: now.slice(old.length), wasStrict } : null;
}

/** Whether some text of nullValues is a date of the source format. Also true if the format is invalid. */
function isNull(sourceFormat: string, { nullTexts }: Pipeline): boolean {
  const planned = planSourcePattern(sourceFormat);
  return planned.kind === 'invalid' || [...nullTexts].some((text) => !Number.isNaN(dayOfText(planned.layout, text)));
}

/**
 * Whether it is certain that no text matches both patterns. Returns false if `b` is null, or if an automaton is too
 * large.
 */
function areApart(a: string, b: string | null): boolean {
  const [nothing, first, second] = [languageOf('[]'), languageOf(a), b === null ? null : languageOf(b)];
  return (
    nothing !== null && first !== null && second !== null && findOutside(nothing, [first, second]).kind === 'contained'
  );
}
