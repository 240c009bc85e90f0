import { exampleOf } from '../../emitting/dates/plan/example.ts';
import { patternOfDates } from './date-regex.ts';
import type { PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import type { KeyValues } from '../shape/shape.ts';
import { type DatePlan, planDatePattern } from '../../emitting/dates/plan/pattern.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { dayOfText } from '../../emitting/dates/plan/text.ts';
import { declareNames, isLocale, localeNames } from '../../emitting/dates/locales/locales.ts';
import {
  centuryStartOf,
  type DateLayout,
  hasNames,
  hasShortYear,
  isIso,
  localNamesOf,
} from '../../emitting/dates/plan/layout.ts';
import { emitDateReader } from '../../emitting/dates/emit/reader.ts';
import { emitDateWriter } from '../../emitting/dates/emit/writer.ts';
import { missingParts } from '../../emitting/dates/plan/fields.ts';
import { type Code, code } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { emitDateBytes } from './date-bytes.ts';
import { fixedLayout } from './fixed-date-bytes.ts';
import { type Acceptance, createTypeKind, isSameKey, type NamedField } from './type-kind.ts';
import { integer, optional, text as textShape } from '../shape/create-shape.ts';

const ISO_PATTERN = 'yyyy-MM-dd';

/** The key `format`, which DATE, TIME and TIMESTAMP share. */
export const formatKeys = {
  format: optional(
    textShape(
      "DATE, TIME, TIMESTAMP: the pattern of the text after corrections, in the letters of Java’s DateTimeFormatter. Default: `yyyy-MM-dd` for a DATE, `HH:mm[:ss[.SSS]]` for a TIME, `yyyy-MM-dd'T'HH:mm:ss[.SSS]` for a TIMESTAMP, with its offset (`XXX`) unless the field has a `zone`.",
      { min: 1, max: 1000 },
    ),
  ),
};

/** The bounds of `centuryStart`. */
export const MIN_CENTURY = 1000;
export const MAX_CENTURY = 9900;

/** The key `centuryStart`: of DATE and TIMESTAMP for `format`, and of COERCE_DATE for `sourceFormat`. */
export function centuryKey(owner: string) {
  return {
    centuryStart: optional(
      integer(
        `${owner}: the first of the hundred years that \`yy\` means. With 1950, 50 to 99 are 1950 to 1999, and 00 to 49 are 2000 to 2049. Default: 2000.`,
        { min: MIN_CENTURY, max: MAX_CENTURY },
      ),
    ),
  };
}

/** The key `locale`: of DATE and TIMESTAMP for `format`, and of COERCE_DATE for `sourceFormat`. */
export function localeKey(owner: string) {
  return {
    locale: optional(
      textShape(
        `${owner}: the language of the names of months and weekdays, such as \`de\` or \`pt-PT\`. The names are those of CLDR, in any case: the forms beside a day and alone, and short ones with and without a dot. Default: English, with short names of three letters.`,
        { min: 2, max: 20 },
      ),
    ),
  };
}

const keys = { ...formatKeys, ...centuryKey('DATE, TIMESTAMP'), ...localeKey('DATE, TIMESTAMP') };

/** Returns the date pattern that the text of a DATE field must have after the corrections. Default: `yyyy-MM-dd`. */
export function patternOf(field: NamedField & KeyValues<typeof keys>): string {
  return field.format ?? ISO_PATTERN;
}

/** Plans the date pattern that the text of a DATE field must have after the corrections. */
export function planDates(field: NamedField & KeyValues<typeof keys>): DatePlan {
  return planDatePattern(patternOf(field), field.centuryStart, field.locale);
}

/** Returns the settings that distinguish functions for the same date pattern. */
export function settingsOf({ layout }: PlannedPattern): string {
  const [local] = localNamesOf(layout.parts);
  return String(centuryStartOf(layout) ?? '') + (local === undefined ? '' : ` ${local.locale}`);
}

/**
 * Returns the words for the language of names and the hundred years of a two-digit year: ` with names in de with years from
 * 1950 to 2049`. Empty for the defaults.
 */
export function layoutWords(layout: DateLayout): string {
  const [local] = localNamesOf(layout.parts);
  const start = centuryStartOf(layout);
  const language = local === undefined ? '' : ` with names in ${local.locale}`;
  return language + (start === null ? '' : ` with years from ${start} to ${start + 99}`);
}

/** Returns the declarations of the names that the functions for a layout use. */
export function declareLocalNames({ parts }: DateLayout, scope: Scope): Code[] {
  return localNamesOf(parts).map((part) => {
    scope.use('LocaleNames');
    return declareNames(part);
  });
}

/** Reports a language without names, and a `locale` without names in the patterns. `pointer` is that of their owner. */
export function checkLocale(
  { patterns, locale }: { patterns: readonly (DateLayout | null)[]; locale: string | undefined },
  pointer: string,
  report: Report,
): void {
  if (locale === undefined) return;
  if (!isLocale(locale)) report('unknown_locale', `${pointer}/locale`, { locale, known: localeNames });
  else if (patterns.every((layout) => layout !== null && !hasNames(layout)))
    report(
      'key_without_effect',
      `${pointer}/locale`,
      { key: 'locale', because: 'the pattern has no name of a month or weekday (MMM, MMMM, E, EEEE)' },
      { at: 'key' },
    );
}

/**
 * Reports a pattern with `yy` without `centuryStart`, and a `centuryStart` without `yy`. `place` is the JSON pointer of
 * the pattern, and `pointer` that of its owner.
 */
export function checkCentury(
  {
    patterns,
    centuryStart,
    by,
  }: { patterns: readonly (DateLayout | null)[]; centuryStart: number | undefined; by: string },
  { pointer, place, report }: { pointer: string; place: string; report: Report },
): void {
  const hasYear = patterns.some((layout) => layout !== null && hasShortYear(layout));
  if (hasYear && centuryStart === undefined) report('two_digit_year', place, { by });
  if (!hasYear && centuryStart !== undefined && patterns.every((layout) => layout !== null))
    report(
      'key_without_effect',
      `${pointer}/centuryStart`,
      { key: 'centuryStart', because: 'the pattern has no year of two digits (yy)' },
      { at: 'key' },
    );
}

/** Returns the name of the generated function that converts the text of a date to days since 1970-01-01. */
export function dayParser(plan: PlannedPattern, scope: Scope): Code {
  return scope.patternFunction('parseDay', plan.pattern, settingsOf(plan));
}

/** Returns the name of the generated function that writes a date. Two digits of a year need no settings. */
function dayWriter({ pattern, layout }: PlannedPattern, scope: Scope): Code {
  return scope.patternFunction('formatDate', pattern, localNamesOf(layout.parts)[0]?.locale ?? '');
}

function formOf(layout: DateLayout): 'ISO' | 'FIXED' | 'OPEN' {
  if (isIso(layout)) return 'ISO';
  return fixedLayout(layout) === null ? 'OPEN' : 'FIXED';
}

/** DATE: a text in the pattern of the field, of a day that exists. */
export const dateType = createTypeKind({
  type: 'DATE',
  datePlan: (plan) => plan,
  logicalOf: (plan) => ({ kind: 'date', form: formOf(plan.layout), parser: (scope) => dayParser(plan, scope) }),
  moment: 'DAY',
  comparesAs: 'DAY',
  compareTexts: (old, now) => (old.type === 'DATE' ? compareDateForms(planDates(old), planDates(now)) : 'other'),
  reportedAs: 'PATTERN',
  valuePattern: (field) => patternOfDates(patternOf(field), field.locale) ?? '[^]+',
  keepsTextsOf: () => true,
  typicalTexts(field) {
    const planned = planDates(field);
    return planned.kind === 'ok' ? [exampleOf(planned.layout)] : [];
  },
  text: {
    accepts: 'a text that fits `format` and names a day that exists',
    message: 'the text after corrections',
    typescript: '`string`',
    looks: 'an existing date, written as `yyyy-MM-dd` unless stated otherwise (letters of Java’s DateTimeFormatter)',
  },
  keys,
  check(field, pointer, report) {
    const planned = planDates(field);
    if (planned.kind === 'invalid')
      report(
        'invalid_date_pattern',
        `${pointer}/format`,
        { detail: planned.reason },
        planned.hint === undefined ? {} : { hint: planned.hint },
      );
    else if (!isIso(planned.layout))
      report('date_not_iso', `${pointer}/format`, { field: field.name, format: patternOf(field) });
    checkCentury(
      {
        patterns: [planned.kind === 'ok' ? planned.layout : null],
        centuryStart: field.centuryStart,
        by: `the field ${JSON.stringify(field.name)}`,
      },
      { pointer, place: `${pointer}/format`, report },
    );
    const { locale } = field;
    checkLocale({ patterns: [planned.kind === 'ok' ? planned.layout : null], locale }, pointer, report);
  },
  plan(field): PlannedPattern {
    const planned = planDates(field);
    if (planned.kind === 'invalid') throw new Error(`an invalid date pattern passed the checks: ${planned.reason}`);
    return { pattern: patternOf(field), layout: planned.layout };
  },
  sentence: ({ pattern, layout }) =>
    pattern === ISO_PATTERN ? 'DATE' : `DATE in the format ${pattern}${layoutWords(layout)}`,
  demand: ({ pattern, layout }) => `DATE in the format ${pattern}${layoutWords(layout)}`,
  canonical: (text, field) => {
    const planned = planDates(field);
    return planned.kind === 'ok' && Number.isNaN(dayOfText(planned.layout, text)) ? null : text;
  },
  parse: (text, { layout }) => (Number.isNaN(dayOfText(layout, text)) ? null : text),
  write: (value) => [value],
  logicalType: 'date',
  schema: ({ layout }) => (isIso(layout) ? { type: 'string', format: 'date' } : { type: 'string' }),
  typescript: () => code`string`,
  declare: (plan, scope) => [
    ...declareLocalNames(plan.layout, scope),
    scope.include(emitDateReader(dayParser(plan, scope).source, plan.pattern, plan.layout)),
  ],
  read: (plan, text, scope) => code`Number.isNaN(${dayParser(plan, scope)}(${text})) ? null : ${text}`,
  readInputValue: (plan, input, scope) => code`${scope.use('toDateValue')}(${input}, ${dayParser(plan, scope)})`,
  expression: {
    type: 'date',
    load: (plan, value, scope) => code`${scope.use('toDayOrNull')}(${value}, ${dayParser(plan, scope)})`,
    store: (plan, result, scope) =>
      plan.pattern === ISO_PATTERN
        ? code`${scope.use('formatIsoDay')}(${result})`
        : code`${scope.use('formatDayWith')}(${result}, ${dayWriter(plan, scope)})`,
    declareStore(plan, scope) {
      const { pattern, layout } = plan;
      if (pattern === ISO_PATTERN) return [];
      scope.useType('DateParts');
      return [
        ...declareLocalNames(layout, scope),
        scope.include(emitDateWriter(dayWriter(plan, scope).source, pattern, layout)),
      ];
    },
    checkStore({ pattern, layout }, pointer, report) {
      const iso = planDatePattern(ISO_PATTERN);
      const missing = iso.kind === 'ok' ? missingParts(iso.layout, layout) : [];
      if (missing.length > 0)
        report('invalid_date_pattern', `${pointer}/format`, {
          detail: `${JSON.stringify(pattern)} has the ${missing.join(', ')}, which the value of an expression does not have`,
        });
    },
  },
  inBytes: emitDateBytes,
});

/**
 * Compares two date patterns. The result is `same` if their layouts are equal, and `wider` if the new layout only has
 * additional optional parts at its end. Otherwise it is `other`.
 */
function compareDateForms(before: DatePlan, after: DatePlan): Acceptance {
  if (before.kind === 'invalid' || after.kind === 'invalid') return 'other';
  const { parts } = after.layout;
  const begins = isSameKey(parts.slice(0, before.layout.parts.length), before.layout.parts);
  const rest = parts.slice(before.layout.parts.length);
  if (!begins || rest.some(({ kind }) => kind !== 'optional')) return 'other';
  return rest.length === 0 ? 'same' : 'wider';
}
