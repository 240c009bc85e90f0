import type { DateForm } from './date-forms.ts';

/** Whether the day or the month comes first in the dates of a file. */
export type DayOrder = 'DAY_FIRST' | 'MONTH_FIRST';

/** Returns the order of a date pattern in which the day and the month have digits, and the year comes last. Else null. */
export function orderOf(pattern: string): DayOrder | null {
  if (/^d{1,2}[^dMy]M{1,2}[^dMy]y/.test(pattern)) return 'DAY_FIRST';
  return /^M{1,2}[^dMy]d{1,2}[^dMy]y/.test(pattern) ? 'MONTH_FIRST' : null;
}

/** The minimum number of dates whose order shows which of two patterns they have. Fewer may be in order by chance. */
const MIN_SORTED = 6;

/**
 * Returns which of two patterns the dates of a column have, if they are in order with one of them and not with the other.
 * `texts` are in the order of the file.
 */
export function findSorted(texts: readonly string[], forms: readonly [DateForm, DateForm]): DateForm | null {
  if (texts.length < MIN_SORTED) return null;
  const [one, other] = forms.map((form) => (isSorted(texts.map(form.dayOf)) ? form : null));
  return one != null && other != null ? null : (one ?? other ?? null);
}

function isSorted(days: readonly number[]): boolean {
  const isUp = days.every((day, at) => at === 0 || day >= (days[at - 1] ?? 0));
  return isUp || days.every((day, at) => at === 0 || day <= (days[at - 1] ?? 0));
}
