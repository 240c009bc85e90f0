import { type Code, code, commentText, join, literal } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { emitDatePartsReader } from '../../emitting/dates/emit/reader.ts';
import { presenceOf } from '../../emitting/dates/plan/fields.ts';
import { type DateLayout, digitsOf, maxDigitsOf } from '../../emitting/dates/plan/layout.ts';
import { textOfDay } from '../../emitting/dates/plan/example.ts';
import { planDatePattern } from '../../emitting/dates/plan/pattern.ts';
import { partsOfText } from '../../emitting/dates/plan/text.ts';
import { emitZone } from '../../emitting/zones/emit-zone.ts';
import { planZone, zoneNames, type ZoneTransitions } from '../../emitting/zones/transitions.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { toEpochDay } from '../../kernel/values/dates/calendar.ts';
import {
  type AmbiguousTime,
  formatDecimals,
  formatUtc,
  formatWithOffset,
  instantAtOffset,
  instantInZone,
  isInstantText,
  type MissingTime,
  offsetAt,
  toLocalSeconds,
  type Zone,
} from '../../kernel/values/dates/instants.ts';
import { boolean, choice, optional, text as textShape } from '../shape/create-shape.ts';
import type { KeyValues } from '../shape/shape.ts';
import {
  centuryKey,
  checkCentury,
  checkLocale,
  declareLocalNames,
  formatKeys,
  layoutWords,
  localeKey,
  settingsOf,
} from './date.ts';
import { createTypeKind, type NamedField, plainExpression } from './type-kind.ts';

const LOCAL = "yyyy-MM-dd'T'HH:mm:ss[.SSSSSSSSS][.SSSSSS][.SSS]";

const keys = {
  ...formatKeys,
  ...centuryKey('DATE, TIMESTAMP'),
  ...localeKey('DATE, TIMESTAMP'),
  zone: optional(
    textShape(
      'TIMESTAMP: the zone of a text without an offset, as in the tz database: `Europe/Berlin`. Required unless `format` has an offset (X, Z).',
      { min: 1, max: 100 },
    ),
  ),
  onAmbiguousTime: optional(
    choice(
      'TIMESTAMP: the meaning of a local time that exists twice, when clocks are set back. ISSUE: the text is TYPE_MISMATCH. Default: ISSUE.',
      ['EARLIER', 'LATER', 'ISSUE'],
    ),
  ),
  onMissingTime: optional(
    choice(
      'TIMESTAMP: the meaning of a local time that does not exist, when clocks are set forward. SHIFT moves it by the gap. ISSUE: the text is TYPE_MISMATCH. Default: ISSUE.',
      ['SHIFT', 'ISSUE'],
    ),
  ),
  keepOffset: optional(
    boolean(
      'TIMESTAMP: true writes the offset of the text or the zone in the message. Default: false, which writes UTC.',
    ),
  ),
};

interface TimestampPlan {
  readonly pattern: string;
  readonly layout: DateLayout;
  readonly zone: string | null;
  readonly onAmbiguousTime: AmbiguousTime;
  readonly onMissingTime: MissingTime;
  readonly keepOffset: boolean;
}

/** Returns the pattern that the text of a TIMESTAMP field must have after the corrections. */
function patternOf({ format, zone }: KeyValues<typeof keys>): string {
  return format ?? (zone === undefined ? `${LOCAL}XXX` : LOCAL);
}

/** TIMESTAMP: an instant from 1970 to 2100, as RFC 3339 in UTC or with its offset. */
export const timestampType = createTypeKind({
  type: 'TIMESTAMP',
  moment: 'INSTANT',
  text: {
    accepts: 'a date and time that fits `format`, with an offset or in the `zone`, from 1970 to 2100',
    message: 'RFC 3339 in UTC, `2024-03-31T01:00:00Z`; with `keepOffset`, with its offset',
    typescript: '`string`',
    looks: 'a date and time with its offset from UTC, or in the zone that is stated',
  },
  valuePattern: () => '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+\\x2d]\\d\\d:\\d\\d)',
  keys,
  check,
  logicalOf: ({ layout }) => ({ kind: 'instant', decimals: maxDigitsOf(layout) }),
  checkLogical({ keepOffset }, pointer, report) {
    if (keepOffset === true)
      report(
        'value_not_encodable',
        `${pointer}/keepOffset`,
        { detail: 'an instant has no offset in these encodings' },
        { at: 'key', hint: 'remove keepOffset, or publish JSON' },
      );
  },
  plan(field): TimestampPlan {
    const planned = planDatePattern(patternOf(field), field.centuryStart, field.locale);
    if (planned.kind === 'invalid') throw new Error(`an invalid date pattern passed the checks: ${planned.reason}`);
    const { zone = null, onAmbiguousTime = 'ISSUE', onMissingTime = 'ISSUE', keepOffset = false } = field;
    return { pattern: patternOf(field), layout: planned.layout, zone, onAmbiguousTime, onMissingTime, keepOffset };
  },
  sentence: ({ pattern, layout, zone, keepOffset }) => {
    const form = pattern.startsWith(LOCAL) ? 'TIMESTAMP' : `TIMESTAMP in the format ${pattern}${layoutWords(layout)}`;
    return `${form}${zone === null ? '' : ` in the zone ${zone}`}${keepOffset ? ' with its offset' : ''}`;
  },
  demand: ({ pattern, zone, layout, onAmbiguousTime, onMissingTime }) => {
    const form = pattern.replace('[.SSSSSSSSS][.SSSSSS][.SSS]', '[.SSS]');
    const isStrict = onAmbiguousTime === 'ISSUE' || onMissingTime === 'ISSUE';
    const inZone = zone !== null && isStrict && presenceOf(layout, 'offset') !== 'always';
    return `TIMESTAMP from 1970 to 2100 in the format ${form}${layoutWords(layout)}${inZone ? ` at a time that exists once in ${zone}` : ''}`;
  },
  canonical: (text) => (isInstantText(text) ? text : null),
  parse,
  write: (value, plan) => exampleTexts(plan).filter((text) => parse(text, plan) === value),
  examples: exampleTexts,
  logicalType: 'timestamp',
  schema: () => ({ type: 'string', format: 'date-time' }),
  typescript: () => code`string`,
  declaresReader: true,
  declare,
  read: (plan, text, scope) => code`${instantFunction(plan, scope)}(${text})`,
  readInputValue: (_, input, scope) => code`${scope.use('toTimestampValue')}(${input})`,
  expression: plainExpression('timestamp'),
  inBytes: () => null,
});

/** Texts of three days at 13:45:06. */
function exampleTexts({ layout }: TimestampPlan): string[] {
  return [toEpochDay(2024, 12, 31), toEpochDay(2020, 2, 29), toEpochDay(2001, 7, 1)].map((day) =>
    textOfDay(layout, day),
  );
}

function check(field: NamedField & KeyValues<typeof keys>, pointer: string, report: Report): void {
  const { zone } = field;
  if (zone !== undefined && planZone(zone) === null)
    report('unknown_zone', `${pointer}/zone`, { zone, known: zoneNames() });
  const planned = planDatePattern(patternOf(field), field.centuryStart, field.locale);
  if (planned.kind === 'invalid')
    return report(
      'invalid_date_pattern',
      `${pointer}/format`,
      { detail: planned.reason },
      planned.hint === undefined ? {} : { hint: planned.hint },
    );
  checkCentury(
    { patterns: [planned.layout], centuryStart: field.centuryStart, by: `the field ${JSON.stringify(field.name)}` },
    { pointer, place: `${pointer}/format`, report },
  );
  checkLocale({ patterns: [planned.layout], locale: field.locale }, pointer, report);
  const has = (part: 'hour' | 'clockHour' | 'offset') => presenceOf(planned.layout, part);
  if (has('hour') !== 'always' && has('clockHour') !== 'always')
    report('invalid_date_pattern', `${pointer}/format`, { detail: 'a TIMESTAMP requires the hour (HH)' });
  const offset = has('offset');
  if (zone === undefined && offset !== 'always')
    report('zone_missing', pointer, { field: field.name, format: patternOf(field) });
  const withoutZone = zone === undefined || offset === 'always';
  for (const key of ['zone', 'onAmbiguousTime', 'onMissingTime'] as const)
    if (field[key] !== undefined && withoutZone)
      report(
        'key_without_effect',
        `${pointer}/${key}`,
        { key, because: offset === 'always' ? 'the format has an offset' : 'the field has no zone' },
        { at: 'key' },
      );
}

function parse(text: string, plan: TimestampPlan): string | null {
  const parts = partsOfText(plan.layout, text);
  if (parts === null) return null;
  const { zone, onAmbiguousTime, onMissingTime, keepOffset, layout } = plan;
  const decimals = formatDecimals(parts.nano, digitsOf(layout));
  if (!Number.isNaN(parts.offset)) {
    const instant = instantAtOffset(parts);
    return keepOffset ? formatWithOffset(instant, parts.offset, decimals) : formatUtc(instant, decimals);
  }
  const planned = zone === null ? null : planZone(zone);
  if (planned === null) return null;
  const table = toZone(planned);
  const instant = instantInZone(toLocalSeconds(parts), table, onAmbiguousTime, onMissingTime);
  return keepOffset ? formatWithOffset(instant, offsetAt(table, instant), decimals) : formatUtc(instant, decimals);
}

function toZone({ first, changes }: ZoneTransitions): Zone {
  return { first, times: changes.map(({ at }) => at), offsets: changes.map(({ offset }) => offset) };
}

function instantFunction(plan: TimestampPlan, scope: Scope): Code {
  const { pattern, zone, onAmbiguousTime, onMissingTime, keepOffset } = plan;
  return scope.patternFunction(
    'toInstant',
    pattern,
    JSON.stringify([zone, onAmbiguousTime, onMissingTime, keepOffset]) + settingsOf(plan),
  );
}

function declare(plan: TimestampPlan, scope: Scope): Code[] {
  const { pattern, layout, zone, onAmbiguousTime, onMissingTime, keepOffset } = plan;
  const parse = scope.patternFunction('parseLocal', pattern, settingsOf(plan));
  scope.useType('DateParts');
  const presence = presenceOf(layout, 'offset');
  const planned = zone === null || presence === 'always' ? null : planZone(zone);
  const constant = planned === null ? null : scope.patternFunction('timeZoneOf', zone ?? '');
  const digits = digitsOf(layout);
  const decimals =
    digits.length === 0
      ? literal('')
      : code`${scope.use('formatDecimals')}(parts.nano, [${join(
          digits.map((one) => code`${one}`),
          ', ',
        )}])`;
  const format = (instant: Code, offset: Code): Code =>
    keepOffset
      ? code`${scope.use('formatWithOffset')}(${instant}, ${offset}, ${decimals})`
      : code`${scope.use('formatUtc')}(${instant}, ${decimals})`;
  const ofText = (): Code => format(code`${scope.use('instantAtOffset')}(parts)`, code`parts.offset`);
  const lines: Code[] = [code`const parts = ${parse}(text);`, code`if (parts === null) return null;`];
  if (constant === null) lines.push(code`return ${ofText()};`);
  else {
    if (presence === 'sometimes') lines.push(code`if (!Number.isNaN(parts.offset)) return ${ofText()};`);
    const settings = code`${constant}, ${literal(onAmbiguousTime)}, ${literal(onMissingTime)}`;
    const local = code`${scope.use('toLocalSeconds')}(parts)`;
    lines.push(
      code`const instant = ${scope.use('instantInZone')}(${local}, ${settings});`,
      code`return ${format(code`instant`, keepOffset ? code`${scope.use('offsetAt')}(${constant}, instant)` : code`0`)};`,
    );
  }
  const where = zone === null || constant === null ? '' : ` in ${zone}`;
  const doc = code`Converts ${commentText(pattern)}${commentText(where)} to RFC 3339 ${commentText(keepOffset ? 'with its offset' : 'in UTC')}. Returns null for any other text.`;
  const body = lines.map((line) => code`  ${line}`);
  const zoneCode =
    planned === null || constant === null
      ? []
      : [scope.include({ code: emitZone(constant.source, zone ?? '', planned), imports: ['createZone'] })];
  return [
    ...zoneCode,
    ...declareLocalNames(layout, scope),
    scope.include(emitDatePartsReader(parse.source, pattern, layout, { fills: false })),
    code`/** ${doc} */\nfunction ${instantFunction(plan, scope)}(text: string): string | null {\n${body}\n}`,
  ];
}
