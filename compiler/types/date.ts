import type { PlannedPattern } from '../bytes/byte-form.ts';
import { type KeyValues, optional, text as textShape } from '../shape/shape.ts';
import { planDatePattern } from '../dates/plan/pattern.ts';
import { dayOfText } from '../dates/plan/text.ts';
import { isIso } from '../dates/plan/layout.ts';
import { emitDateReader } from '../dates/emit/reader.ts';
import { code, name as nameOf } from '../code/literal.ts';
import { emitDateBytes } from './date-bytes.ts';
import { createTypeKind, type NamedField } from './type-kind.ts';

const ISO_PATTERN = 'yyyy-MM-dd';

const keys = {
  format: optional(
    textShape(
      'DATE: the pattern of the text after corrections, in the letters of Java’s DateTimeFormatter. Default: `yyyy-MM-dd`.',
      { min: 1, max: 1000 },
    ),
  ),
};

/** Returns the pattern of a DATE field's text after corrections. */
export function patternOf(field: NamedField & KeyValues<typeof keys>): string {
  return field.format ?? ISO_PATTERN;
}

/**
 * Returns the name of the generated function that converts a field's text to its epoch day. `name` is the field's part
 * of function names.
 */
export function dayReaderName(name: string): string {
  return `dayOf${name}`;
}

/** DATE: text in the field's format that is exactly one existing day. */
export const dateType = createTypeKind({
  type: 'DATE',
  keys,
  check(field, pointer, report) {
    const planned = planDatePattern(patternOf(field));
    if (planned.kind === 'wrong')
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
    if (planned.kind === 'wrong') throw new Error(`an invalid date pattern passed the checks: ${planned.reason}`);
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
  json: () => 'toJsonString',
  declare: ({ pattern, layout }, name, scope) => [scope.include(emitDateReader(dayReaderName(name), pattern, layout))],
  read: (_, text, name) => code`Number.isNaN(${nameOf(dayReaderName(name))}(${text})) ? null : ${text}`,
  readInputValue: (_, input, name, scope) =>
    code`${scope.use('toDateValue')}(${input}, ${nameOf(dayReaderName(name))})`,
  inBytes: emitDateBytes,
});
