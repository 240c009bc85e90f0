import type { Field } from '../1-read/spec-shape.ts';
import { planDatePattern } from '../3-plan/date-pattern.ts';
import { dayOfText } from '../3-plan/date-text.ts';
import { type DateLayout, isIso } from '../3-plan/date-layout.ts';
import { emitDateReader } from '../4-emit/date-reader.ts';
import { code, name as nameOf } from '../4-emit/literal.ts';
import { typeKind } from './type-kind.ts';

export interface DatePlan {
  pattern: string;
  layout: DateLayout;
}

const ISO_PATTERN = 'yyyy-MM-dd';

/** The pattern of a DATE field's text after corrections. */
export function patternOf({ format }: Field): string {
  return format ?? ISO_PATTERN;
}

/** The function of the generated module that gives a field's epoch day; `name` is the field's in function names. */
export function dayReader(name: string): string {
  return `dayOf${name}`;
}

/** DATE: a text of the field's format, which stands for one full date. */
export const dateType = typeKind<DatePlan>({
  type: 'DATE',
  sentence: ({ pattern }) => (pattern === ISO_PATTERN ? 'DATE' : `DATE as ${pattern}`),
  demand: ({ pattern }) => `DATE as ${pattern}`,
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
    if (planned.kind === 'wrong') throw new Error(`the date pattern was checked before: ${planned.reason}`);
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
  readGiven: (_, given, name, scope) => code`${scope.use('givenDate')}(${given}, ${nameOf(dayReader(name))})`,
});
