import { emitTimeReader } from '../../emitting/dates/emit/reader.ts';
import { type Code, code } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { type DateLayout, maxDigitsOf } from '../../emitting/dates/plan/layout.ts';
import { textOfDay } from '../../emitting/dates/plan/example.ts';
import { planTimePattern } from '../../emitting/dates/plan/pattern.ts';
import { timeOfText } from '../../emitting/dates/plan/text.ts';
import { toTime, toTimeOrEndOfDay } from '../../kernel/values/dates/instants.ts';
import { boolean, optional } from '../shape/create-shape.ts';
import { formatKeys } from './date.ts';
import { createTypeKind, plainExpression } from './type-kind.ts';

const keys = {
  ...formatKeys,
  endOfDay: optional(boolean('TIME: true also accepts `24:00`, the end of a day. Default: false.')),
};

/** The number of decimals that a second may have in the default form. */
const MAX_DECIMALS = 9;

/** `layout` is null for the default form. */
interface TimePlan {
  readonly pattern: string | null;
  readonly layout: DateLayout | null;
  readonly endOfDay: boolean;
}

/** TIME: a time of day. Its value is `HH:mm:ss`, with decimals if the text has them. */
export const timeType = createTypeKind({
  type: 'TIME',
  text: {
    accepts: '`HH:mm`, `HH:mm:ss` and up to nine decimals, or a text that fits `format`; with `endOfDay`, also `24:00`',
    message: '`HH:mm:ss`, with decimals only if the text has them',
    typescript: '`string`',
    looks: 'a time of day, written as `HH:mm`, `HH:mm:ss` or with decimals unless stated otherwise',
  },
  valuePattern: () => '\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?',
  keys,
  logicalOf: ({ layout }) => ({ kind: 'time', decimals: layout === null ? MAX_DECIMALS : maxDigitsOf(layout) }),
  checkLogical({ endOfDay }, pointer, report) {
    if (endOfDay === true)
      report(
        'value_not_encodable',
        `${pointer}/endOfDay`,
        { detail: '24:00 is no time of a day in these encodings' },
        { at: 'key', hint: 'remove endOfDay, or publish JSON' },
      );
  },
  check({ format, endOfDay }, pointer, report) {
    if (format === undefined) return;
    const planned = planTimePattern(format);
    if (planned.kind === 'invalid')
      report(
        'invalid_date_pattern',
        `${pointer}/format`,
        { detail: planned.reason },
        planned.hint === undefined ? {} : { hint: planned.hint },
      );
    if (endOfDay !== undefined)
      report(
        'key_without_effect',
        `${pointer}/endOfDay`,
        { key: 'endOfDay', because: 'the field has a format' },
        { at: 'key' },
      );
  },
  plan({ format, endOfDay }): TimePlan {
    if (format === undefined) return { pattern: null, layout: null, endOfDay: endOfDay ?? false };
    const planned = planTimePattern(format);
    if (planned.kind === 'invalid') throw new Error(`an invalid time pattern passed the checks: ${planned.reason}`);
    return { pattern: format, layout: planned.layout, endOfDay: false };
  },
  sentence: ({ pattern, endOfDay }) =>
    pattern !== null ? `TIME in the format ${pattern}` : endOfDay ? 'TIME from 00:00 to 24:00' : 'TIME',
  demand: ({ pattern, endOfDay }) =>
    `TIME in the format ${pattern ?? 'HH:mm[:ss[.SSS]]'}${endOfDay ? ', up to 24:00' : ''}`,
  canonical: (text, { endOfDay }) => (endOfDay ? toTimeOrEndOfDay(text) : toTime(text)),
  parse: (text, { layout, endOfDay }) =>
    layout !== null ? timeOfText(layout, text) : endOfDay ? toTimeOrEndOfDay(text) : toTime(text),
  write: (value, { layout }) =>
    layout === null ? [value] : [textOfDay(layout, 0)].filter((text) => timeOfText(layout, text) === value),
  examples: ({ layout, endOfDay }) =>
    layout === null ? ['09:30', '00:00:00', '23:59:59', ...(endOfDay ? ['24:00'] : [])] : [textOfDay(layout, 0)],
  logicalType: 'time',
  schema: ({ endOfDay }) => ({
    type: 'string',
    pattern: `^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?${endOfDay ? '|24:00:00' : ''})$`,
  }),
  typescript: () => code`string`,
  declaresReader: true,
  declare,
  read: (plan, text, scope) => code`${readerOf(plan, scope)}(${text})`,
  readInputValue: (plan, input, scope) =>
    code`${scope.use('toTimeValue')}(${input}, ${scope.use(plan.endOfDay ? 'toTimeOrEndOfDay' : 'toTime')})`,
  expression: plainExpression('time'),
  inBytes: () => null,
});

function readerOf({ pattern, endOfDay }: TimePlan, scope: Scope): Code {
  if (pattern !== null) return scope.patternFunction('parseTime', pattern);
  return scope.use(endOfDay ? 'toTimeOrEndOfDay' : 'toTime');
}

function declare({ pattern, layout }: TimePlan, scope: Scope): Code[] {
  if (pattern === null || layout === null) return [];
  return [scope.include(emitTimeReader(scope.patternFunction('parseTime', pattern).source, pattern, layout))];
}
