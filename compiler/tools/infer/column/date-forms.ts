import { yearOf } from '../../../kernel/values/dates/calendar.ts';
import { hasShortYear } from '../../../emitting/dates/plan/layout.ts';
import { planDatePattern } from '../../../emitting/dates/plan/pattern.ts';
import { dayOfText } from '../../../emitting/dates/plan/text.ts';

/** A date pattern, with a test for texts. */
export interface DateForm {
  readonly pattern: string;
  /** Whether a text is a date of this pattern, in a year from 1800 to 2200, or 1, 2999 or 9999. */
  readonly accepts: (text: string) => boolean;
  /** Returns the days from 1970-01-01 to the date of a text, or NaN if it is none of this pattern. */
  readonly dayOf: (text: string) => number;
}

const DAYS = [
  'yyyy-MM-dd',
  'dd.MM.yyyy',
  'd.M.yyyy',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'd/M/yyyy',
  'M/d/yyyy',
  'dd-MM-yyyy',
  'MM-dd-yyyy',
  'd-M-yyyy',
  'yyyy/MM/dd',
  'yyyy.MM.dd',
  'dd-MMM-yyyy',
  'd-MMM-yyyy',
  'dd MMM yyyy',
  'd MMM yyyy',
  'd MMMM yyyy',
  'MMM d, yyyy',
  'MMMM d, yyyy',
  'MMM dd, yyyy',
  'MMM d yyyy',
  'MMM dd yyyy',
  'MMMM d yyyy',
  'MMM-d-yyyy',
  'MMM-dd-yyyy',
  'EEE, d MMM yyyy',
  'EEE, dd MMM yyyy',
  'dd/MMM/yyyy',
  'dd.MM.yy',
  'd.M.yy',
  'dd/MM/yy',
  'MM/dd/yy',
  'd/M/yy',
  'M/d/yy',
  'dd-MM-yy',
  'dd-MMM-yy',
  'd-MMM-yy',
  'dd MMM yy',
  'd MMM yy',
  'yy-MM-dd',
  'yyyy-DDD',
  "yyyy'年'M'月'd'日'",
  "yyyy'年'MM'月'dd'日'",
  "yyyy'년' M'월' d'일'",
  'yyyy. M. d.',
  'yyyy.MM.dd.',
  'yyyy. MM. dd.',
  'd. M. yyyy',
  'dd. MM. yyyy',
  'd.M.yyyy.',
  'dd.MM.yyyy.',
];
const BARE = ['yyyyMMdd'];
const TIMES = [
  'HH:mm:ss',
  'HH:mm',
  'HH:mm:ss.SSS',
  'HH:mm:ss.SSSSSS',
  'HH:mm:ss,SSS',
  'h:mm a',
  'hh:mm a',
  'h:mm:ss a',
  'hh:mm:ss a',
  'HHmmss',
];
const ZONES = ['', 'XXX', 'X', 'XX', ' XXX', ' Z', " 'GMT'", " 'UTC'"];

/**
 * Returns those of the usual patterns for which a text is a date. A text of eight digits counts as a date only if
 * `bare` is true, because most texts of digits are numbers.
 */
export function findDateForms(text: string, bare: boolean): DateForm[] {
  if (/^\d+$/.test(text)) {
    const forms = [...(bare ? BARE_FORMS : []), ...(text.length === 14 ? STAMP_FORMS : [])];
    return forms.filter(({ accepts }) => accepts(text));
  }
  if (!isDateLike(text)) return [];
  const forms = /\d:\d|T\d{6}/.test(text) ? timedPatterns(text).map((pattern) => toForm(pattern)) : dayForms();
  return forms.filter(({ accepts }) => accepts(text));
}

/**
 * Whether a text may be a date. It must have at least six characters and a digit. It must also have three groups of
 * digits, or letters, or be a year and the day of the year.
 */
export function isDateLike(text: string): boolean {
  return (
    text.length >= 6 &&
    /\d/.test(text) &&
    (/\d\D+\d+\D+\d/.test(text) || /\p{L}/u.test(text) || /^\d{4}-\d{3}$/.test(text))
  );
}

function timedPatterns(text: string): string[] {
  const [, day = '', gap = ''] = /^(.*?\d)(T|, | )(?=\d{1,2}:\d|\d{6})/.exec(text) ?? [];
  const days = (/^\d{8}$/.test(day) ? BARE_FORMS : dayForms()).filter(({ accepts }) => accepts(day));
  const isHalf = /[AP]M\b/i.test(text);
  const times = TIMES.filter((time) => time.includes('a') === isHalf && time.includes(':') === text.includes(':'));
  const zones = /(?:Z|GMT|UTC|[+-]\d{2}:?(?:\d{2})?)$/.test(text) ? ZONES : [''];
  const between = gap === 'T' ? "'T'" : gap;
  return days.flatMap(({ pattern }) => times.flatMap((time) => zones.map((zone) => pattern + between + time + zone)));
}

/** The first and the last year of plausible dates. A text with another year is probably not a date. */
const FIRST_YEAR = 1800;
const LAST_YEAR = 2200;
/** The years of dates that stand for "always" or "never". */
const UNBOUNDED = [1, 2999, 9999];

/** Returns the form of a pattern. `locale`: the language of its names, if it is not English. */
export function toForm(pattern: string, locale?: string): DateForm {
  const planned = planDatePattern(pattern, undefined, locale);
  if (planned.kind === 'invalid') throw new Error(`${pattern}: ${planned.reason}`);
  const dayOf = (text: string) => dayOfText(planned.layout, text);
  return {
    pattern,
    dayOf,
    accepts(text) {
      const day = dayOf(text);
      if (Number.isNaN(day)) return false;
      const year = yearOf(day);
      return (year >= FIRST_YEAR && year <= LAST_YEAR) || UNBOUNDED.includes(year);
    },
  };
}

let knownDayForms: readonly DateForm[] | null = null;

/** Returns the forms of dates without a time. Plain commands do not need them, so they are created at the first call. */
function dayForms(): readonly DateForm[] {
  knownDayForms ??= DAYS.map((pattern) => toForm(pattern));
  return knownDayForms;
}

const BARE_FORMS = BARE.map((pattern) => toForm(pattern));
const STAMP_FORMS = ['yyyyMMddHHmmss'].map((pattern) => toForm(pattern));
/** Dates of digits in the order in which they are likely. Only the label of a column shows that they are dates. */
export const LABELLED_FORMS = ['yyyyMMdd', 'ddMMyyyy', 'MMddyyyy', 'yyMMdd', 'ddMMyy', 'MMddyy'].map((pattern) =>
  toForm(pattern),
);

/** Dates with their hour, or hour and minute, which only a label distinguishes from numbers. */
export const TIMED_FORMS = ['yyyyMMddHH', 'yyyyMMddHHmm'].map((pattern) => toForm(pattern));

/** Whether a pattern contains a time of day. */
export function hasTime({ pattern }: DateForm): boolean {
  return /[Hh]/.test(pattern.replace(/'[^']*'/g, ''));
}

/** Whether a pattern has a year of two digits. */
export function hasTwoDigitYear(pattern: string): boolean {
  const planned = planDatePattern(pattern);
  return planned.kind === 'ok' && hasShortYear(planned.layout);
}
