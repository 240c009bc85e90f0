import { type ColumnValues, holdsForMost } from './values.ts';
import { type DateForm, findDateForms, hasTime, hasTwoDigitYear, LABELLED_FORMS, TIMED_FORMS } from './date-forms.ts';
import { type DayOrder, findSorted, orderOf } from './day-order.ts';
import { names } from './labels.ts';
import { createTest, guess, string, type TypeGuess } from './type-guess.ts';

export function inferDate(values: ColumnValues, label: string, order: DayOrder | null = null): TypeGuess | null {
  const bare = values.counts.size > 1 && holdsForMost(values, (text) => /^(?:19|20)\d{6}$|^99991231$/.test(text));
  const labelled = bare ? null : inferLabelledDate(values, label);
  if (labelled !== null) return labelled;
  const chosen = coverDates(values, bare).map((form) => chooseOrder(form, values, order));
  return chosen.length === 0 ? null : guessDate(values, chosen);
}

/** Infers dates again whose days and months could be exchanged, after other columns have shown their order. */
export function inferDateAgain(
  values: ColumnValues,
  type: TypeGuess,
  { label, order }: { label: string; order: DayOrder | null },
): TypeGuess {
  return order === null || type.isOpen !== 'DATE' ? type : (inferDate(values, label, order) ?? type);
}

const INSTANT = 'or a TIMESTAMP with the zone of the sender: zone: Europe/Berlin';

/** Whether a date pattern has an offset from UTC outside of its literal text. */
function hasOffset(pattern: string): boolean {
  return /[XZ]/.test(pattern.replace(/'[^']*'/g, ''));
}

/** Returns the guess of a column with dates of these patterns, or null if its type is none of them. */
function guessDate(values: ColumnValues, chosen: readonly ChosenForm[]): TypeGuess | null {
  const open = chosen.find(({ rival }) => rival !== null);
  const orders = new Set(chosen.flatMap(({ form, rival }) => (rival === null ? (orderOf(form.pattern) ?? []) : [])));
  const [dayOrder] = orders;
  const found = describeDates(
    values,
    chosen.map(({ form }) => form),
    chosen.flatMap(({ rival }) => (rival === null ? [] : [`or ${rival}: no day is above 12`])),
  );
  if (found === null) return null;
  return {
    ...found,
    ...(open === undefined
      ? {}
      : { undecided: `${open.form.pattern} or ${open.rival}, because no day is above 12`, isOpen: 'DATE' as const }),
    ...(orders.size > 1
      ? { undecided: 'some dates begin with the day, and some with the month: others may be read wrongly' }
      : dayOrder === undefined
        ? {}
        : { dayOrder }),
  };
}

function describeDates(
  values: ColumnValues,
  covered: readonly DateForm[],
  rivals: readonly string[],
): TypeGuess | null {
  const [form] = covered;
  if (form === undefined) return null;
  const doubts = [...rivals];
  const accepts = (text: string) => covered.some((one) => one.accepts(text));
  if (covered.length === 1 && hasOffset(form.pattern)) {
    const isUsual = holdsForMost(values, createTest({ type: 'TIMESTAMP' }));
    return guess(
      values,
      { type: 'TIMESTAMP', ...(isUsual ? {} : { format: form.pattern }), ...centuryOf(form) },
      { accepts, doubts: [...doubts, ...centuryDoubts([form])] },
    );
  }
  if (covered.length === 1 && /'(?:GMT|UTC)'/.test(form.pattern)) {
    const keys = { type: 'TIMESTAMP', format: form.pattern, zone: 'UTC', ...centuryOf(form) } as const;
    return guess(values, keys, { accepts, doubts: [...doubts, ...centuryDoubts([form])] });
  }
  if (covered.length === 1 && hasTime(form)) doubts.push(INSTANT);
  if (covered.length === 1 && (hasTime(form) || form.pattern === 'yyyy-MM-dd')) {
    return guess(
      values,
      { type: 'DATE', ...(form.pattern === 'yyyy-MM-dd' ? {} : { format: form.pattern }), ...centuryOf(form) },
      { accepts, doubts: [...doubts, ...centuryDoubts([form])] },
    );
  }
  if (covered.some(hasTime)) return null;
  const coerced = covered.map(({ pattern }) => pattern);
  return guess(values, { type: 'DATE' }, { accepts, coerced, doubts });
}

/** Infers dates that are only digits: the label of the column says that they are dates. */
function inferLabelledDate(values: ColumnValues, label: string): TypeGuess | null {
  if (!names(label, 'DATE')) return null;
  const timed = TIMED_FORMS.find(({ accepts }) => holdsForMost(values, accepts));
  if (timed !== undefined)
    return guess(values, { type: 'DATE', format: timed.pattern }, { accepts: timed.accepts, doubts: [INSTANT] });
  if (!holdsForMost(values, (text) => /^\d{3,8}$/.test(text))) return null;
  const [form, ...others] = sortByYears(
    LABELLED_FORMS.filter(({ accepts }) => holdsForMost(values, accepts)),
    values,
  );
  if (form === undefined) {
    const isDay = holdsForMost(values, (text) => /^(?:0?[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$/.test(text));
    return isDay ? withoutYear() : null;
  }
  const doubts = others.map(({ pattern }) => `or ${pattern}`);
  const found = guess(values, { type: 'DATE' }, { accepts: form.accepts, coerced: [form.pattern], doubts });
  const open = others.filter((other) => countYears(other, values) === countYears(form, values));
  const all = [form, ...open].map(({ pattern }) => pattern);
  return open.length === 0 ? found : { ...found, undecided: `${all.join(' or ')}, because all of its dates fit both` };
}

function withoutYear(): TypeGuess {
  const undecided =
    'its values are days and months without a year: a field with value computes the date, if the sender names the year';
  return { ...string(`undecided: ${undecided}`), undecided };
}

/** Sorts date patterns by the number of different years in a column, because the dates of a file are usually near. */
function sortByYears(forms: readonly DateForm[], values: ColumnValues): DateForm[] {
  return [...forms].sort((a, b) => countYears(a, values) - countYears(b, values));
}

function countYears({ dayOf }: DateForm, { counts }: ColumnValues): number {
  return new Set([...counts.keys()].map((text) => Math.floor(dayOf(text) / DAYS_OF_YEAR))).size;
}

const DAYS_OF_YEAR = 365.2425;

/** Words of a header above dates. */
const DATE_LABEL = /(?:^|[^\p{L}])(?:date|datum|fecha|birthday|dob)(?:[^\p{L}]|$)|datum(?:[^\p{L}]|$)/iu;
/** The numbers of 1927-05-18 and 2119-01-05 in Excel. Other numbers are probably no dates. */
const SERIALS = { first: 10_000, last: 80_000 };

/** Infers the day numbers of Excel in a column whose header says that it has dates. */
export function inferSerial(values: ColumnValues, label: string): TypeGuess | null {
  if (!DATE_LABEL.test(label.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))) return null;
  const accepts = (text: string) => /^[1-9]\d{4}$/.test(text) && +text >= SERIALS.first && +text <= SERIALS.last;
  if (!holdsForMost(values, accepts)) return null;
  return guess(
    values,
    { type: 'DATE' },
    { accepts, coerced: ['SERIAL'], doubts: ['day numbers of Excel, or numbers'] },
  );
}

/** The first of the hundred years that a year of two digits means in a draft. */
export const CENTURY_START = 1950;

function centuryOf({ pattern }: DateForm): { centuryStart?: number } {
  return hasTwoDigitYear(pattern) ? { centuryStart: CENTURY_START } : {};
}

function centuryDoubts(forms: readonly DateForm[]): string[] {
  return forms.some(({ pattern }) => hasTwoDigitYear(pattern)) ? [CENTURY_NOTE] : [];
}

/** The comment at a `centuryStart` that the draft chose. */
export const CENTURY_NOTE = `years of two digits are read as ${CENTURY_START} to ${CENTURY_START + 99}: check centuryStart`;

/** The maximum number of date patterns for one column. */
const MAX_FORMS = 3;

/**
 * Finds one to three patterns so that nearly every text is a date of at least one of them. Returns an empty list if
 * three patterns are not enough.
 */
function coverDates(values: ColumnValues, bare: boolean): DateForm[] {
  const covered: DateForm[] = [];
  while (covered.length < MAX_FORMS) {
    const isTaken = (text: string) => covered.some(({ accepts }) => accepts(text));
    if (covered.length > 0 && holdsForMost(values, isTaken)) return covered;
    const left = [...values.counts.keys()].filter((text) => !isTaken(text));
    const best = bestForm(left.slice(0, 500), bare);
    if (best === null) return [];
    covered.push(best);
  }
  return holdsForMost(values, (text) => covered.some(({ accepts }) => accepts(text))) ? covered : [];
}

/**
 * Returns the pattern that the most texts match, or null if there is none. Only patterns that one of the first five
 * texts matches are tried.
 */
function bestForm(texts: readonly string[], bare: boolean): DateForm | null {
  const forms = new Map<string, DateForm>();
  for (const text of texts.slice(0, 5))
    for (const form of findDateForms(text, bare)) if (!forms.has(form.pattern)) forms.set(form.pattern, form);
  let best: { form: DateForm; count: number } | null = null;
  for (const form of forms.values()) {
    const count = texts.filter(form.accepts).length;
    if (best === null || count > best.count) best = { form, count };
  }
  return best?.form ?? null;
}

/** A pattern of dates. `rival` is that with exchanged day and month if nothing shows which of both is right. */
interface ChosenForm {
  readonly form: DateForm;
  readonly rival: string | null;
}

/** Decides between a pattern and that with exchanged day and month by `order`, or by the order of the dates. */
function chooseOrder(form: DateForm, values: ColumnValues, order: DayOrder | null): ChosenForm {
  const rival = rivalOf(form, values);
  if (rival === null) return { form, rival };
  const texts = [...values.counts.keys()].filter(form.accepts);
  const sorted = findSorted(texts, [form, rival]) ?? [form, rival].find(({ pattern }) => orderOf(pattern) === order);
  return sorted === undefined ? { form, rival: rival.pattern } : { form: sorted, rival: null };
}

/** Returns the pattern with exchanged day and month if it also fits all dates of the column. Otherwise returns null. */
function rivalOf(form: DateForm, values: ColumnValues): DateForm | null {
  const dates = [...values.counts.keys()].filter(form.accepts);
  const [first = ''] = dates;
  const swapped = form.pattern.replace(/d+|M+/g, (letters) =>
    (letters.startsWith('d') ? 'M' : 'd').repeat(letters.length),
  );
  const found = findDateForms(first, false).find(({ pattern }) => pattern === swapped && pattern !== form.pattern);
  return found !== undefined && dates.every(found.accepts) ? found : null;
}
