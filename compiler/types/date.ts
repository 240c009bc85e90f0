import type { Field } from '../1-read/spec-shape.ts';
import { planDatePattern } from '../dates/plan/pattern.ts';
import { dayOfText } from '../dates/plan/text.ts';
import { type DateLayout, isIso } from '../dates/plan/layout.ts';
import { emitDateReader } from '../dates/emit/reader.ts';
import { code, name as nameOf } from '../code/literal.ts';
import { typeKind } from './type-kind.ts';

/** The pattern of a DATE field. */
export interface DatePlan {
  pattern: string;
  layout: DateLayout;
}

const ISO_PATTERN = 'yyyy-MM-dd';

/** Returns the pattern of a DATE field's text after corrections. */
export function patternOf({ format }: Field): string {
  return format ?? ISO_PATTERN;
}

/**
 * Returns the name of the generated function that converts a field's text to its epoch day. `name` is the field's part
 * of function names.
 */
export function dayReader(name: string): string {
  return `dayOf${name}`;
}

/** DATE: text in the field's format that is exactly one existing day. */
export const dateType = typeKind<DatePlan>({
  type: 'DATE',
  sentence: ({ pattern }) => (pattern === ISO_PATTERN ? 'DATE' : `DATE in the format ${pattern}`),
  demand: ({ pattern }) => `DATE in the format ${pattern}`,
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
  plan(field) {
    const planned = planDatePattern(patternOf(field));
    if (planned.kind === 'wrong') throw new Error(`an invalid date pattern passed the checks: ${planned.reason}`);
    return { pattern: patternOf(field), layout: planned.layout };
  },
  canonical: (text, field) => {
    const planned = planDatePattern(patternOf(field));
    return planned.kind === 'ok' && Number.isNaN(dayOfText(planned.layout, text)) ? null : text;
  },
  parse: (text, { layout }) => (Number.isNaN(dayOfText(layout, text)) ? null : text),
  write: (value) => [value],
  schema: ({ layout }) => (isIso(layout) ? { type: 'string', format: 'date' } : { type: 'string' }),
  declare: ({ pattern, layout }, name, scope) => [scope.include(emitDateReader(dayReader(name), pattern, layout))],
  read: (_, text, name) => code`Number.isNaN(${nameOf(dayReader(name))}(${text})) ? null : ${text}`,
  readInputValue: (_, given, name, scope) => code`${scope.use('toDateValue')}(${given}, ${nameOf(dayReader(name))})`,
});
