import { exampleOf } from '../../emitting/dates/plan/example.ts';
import { patternOfDates } from './date-regex.ts';
import type { PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import type { KeyValues } from '../shape/shape.ts';
import { planDatePattern } from '../../emitting/dates/plan/pattern.ts';
import { dayOfText } from '../../emitting/dates/plan/text.ts';
import { isIso } from '../../emitting/dates/plan/layout.ts';
import { emitDateReader } from '../../emitting/dates/emit/reader.ts';
import { emitDateWriter } from '../../emitting/dates/emit/writer.ts';
import { missingParts } from '../../emitting/dates/plan/fields.ts';
import { type Code, code } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { emitDateBytes } from './date-bytes.ts';
import { type Acceptance, createTypeKind, isSameKey, type NamedField } from './type-kind.ts';
import { optional, text as textShape } from '../shape/create-shape.ts';

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

const keys = formatKeys;

/** Returns the date pattern that the text of a DATE field must have after the corrections. Default: `yyyy-MM-dd`. */
export function patternOf(field: NamedField & KeyValues<typeof keys>): string {
  return field.format ?? ISO_PATTERN;
}

/** Returns the name of the generated function that converts the text of a date to days since 1970-01-01. */
export function dayParser({ pattern }: PlannedPattern, scope: Scope): Code {
  return scope.patternFunction('parseDay', pattern);
}

/** DATE: a text in the pattern of the field, of a day that exists. */
export const dateType = createTypeKind({
  type: 'DATE',
  datePlan: (plan) => plan,
  comparesAs: 'DAY',
  compareTexts: (old, now) => (old.type === 'DATE' ? compareDateForms(patternOf(old), patternOf(now)) : 'other'),
  reportedAs: 'PATTERN',
  valuePattern: (field) => patternOfDates(patternOf(field)) ?? '[^]+',
  keepsTextsOf: () => true,
  typicalTexts(field) {
    const planned = planDatePattern(patternOf(field));
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
    const planned = planDatePattern(patternOf(field));
    if (planned.kind === 'invalid')
      report(
        'invalid_date_pattern',
        `${pointer}/format`,
        { detail: planned.reason },
        planned.hint === undefined ? {} : { hint: planned.hint },
      );
    else if (!isIso(planned.layout))
      report('date_not_iso', `${pointer}/format`, { field: field.name, format: patternOf(field) });
  },
  plan(field): PlannedPattern {
    const planned = planDatePattern(patternOf(field));
    if (planned.kind === 'invalid') throw new Error(`an invalid date pattern passed the checks: ${planned.reason}`);
    return { pattern: patternOf(field), layout: planned.layout };
  },
  sentence: ({ pattern }) => (pattern === ISO_PATTERN ? 'DATE' : `DATE in the format ${pattern}`),
  demand: ({ pattern }) => `DATE in the format ${pattern}`,
  canonical: (text, field) => {
    const planned = planDatePattern(patternOf(field));
    return planned.kind === 'ok' && Number.isNaN(dayOfText(planned.layout, text)) ? null : text;
  },
  parse: (text, { layout }) => (Number.isNaN(dayOfText(layout, text)) ? null : text),
  write: (value) => [value],
  schema: ({ layout }) => (isIso(layout) ? { type: 'string', format: 'date' } : { type: 'string' }),
  typescript: () => code`string`,
  declare: (plan, scope) => [scope.include(emitDateReader(dayParser(plan, scope).source, plan.pattern, plan.layout))],
  read: (plan, text, scope) => code`Number.isNaN(${dayParser(plan, scope)}(${text})) ? null : ${text}`,
  readInputValue: (plan, input, scope) => code`${scope.use('toDateValue')}(${input}, ${dayParser(plan, scope)})`,
  expression: {
    type: 'date',
    load: (plan, value, scope) => code`${scope.use('toDayOrNull')}(${value}, ${dayParser(plan, scope)})`,
    store: ({ pattern }, result, scope) =>
      pattern === ISO_PATTERN
        ? code`${scope.use('formatIsoDay')}(${result})`
        : code`${scope.use('formatDayWith')}(${result}, ${scope.patternFunction('formatDate', pattern)})`,
    declareStore({ pattern, layout }, scope) {
      if (pattern === ISO_PATTERN) return [];
      scope.useType('DateParts');
      return [scope.include(emitDateWriter(scope.patternFunction('formatDate', pattern).source, pattern, layout))];
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
function compareDateForms(old: string, now: string): Acceptance {
  const [before, after] = [planDatePattern(old), planDatePattern(now)];
  if (before.kind === 'invalid' || after.kind === 'invalid') return 'other';
  const { parts } = after.layout;
  const begins = isSameKey(parts.slice(0, before.layout.parts.length), before.layout.parts);
  const rest = parts.slice(before.layout.parts.length);
  if (!begins || rest.some(({ kind }) => kind !== 'optional')) return 'other';
  return rest.length === 0 ? 'same' : 'wider';
}
