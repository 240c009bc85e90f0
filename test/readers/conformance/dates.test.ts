import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planDatePattern } from '../../../compiler/emitting/dates/plan/pattern.ts';
import type { DateParts } from '../../../compiler/kernel/values/dates/calendar.ts';
import { compileDate } from '../../compiler/date-compiled.ts';

/** Java date patterns and inputs, with the results of OpenJDK 17 for ResolverStyle.STRICT and `y` read as `u`. */
interface Case {
  readonly pattern: string;
  readonly input: string;
  /** java.time type of the most specific result; absent if Java rejects the input or the pattern. */
  readonly type?: string;
  readonly iso?: string;
}

/** Patterns that this language deliberately rejects, with its diagnostic and the reason. Java may accept them. */
const deviations: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  'dd/MM/yyyy kk:mm': ['date_letter_unknown', 'k (hours 1 to 24) is not supported'],
  'yyyy-DD-mm': ['date_minute_for_month', 'Java reads the day of the year and a minute; month and day were meant'],
  "YYYY-'W'ww-e": ['date_week_year', 'weeks are not supported'],
  'DD/MM/YYYY': ['date_week_year', 'Java accepts the pattern, but no text'],
  'HH:mm': ['date_incomplete', 'a time and no date'],
  'h:mm a': ['date_incomplete', 'a time and no date'],
  yyyy: ['date_incomplete', 'a year and no date'],
  MMyy: ['date_incomplete', 'a month and no date'],
  '': ['date_pattern_empty', 'Java accepts the pattern, but no text'],
  "yyyy-MM-dd'T'HH:mm:ss VV": [
    'date_letter_unknown',
    'names of time zones are not supported, because their rules change',
  ],
  'yyyy-MM-dd G': ['date_letter_unknown', 'eras are not supported'],
  'yyyy-MM-dd hh:mm:ss': ['date_half_missing', 'an hour from 1 to 12 without AM or PM; Java drops the time'],
  "yyyy-MM-dd'T": ['date_quote_unclosed', 'Java rejects the pattern, too'],
  SSSSSSSSSS: ['date_letter_count', 'Java rejects the pattern, too'],
};

const path = fileURLToPath(new URL('../../../../shared/corpora/dates/java-date-patterns.json', import.meta.url));

if (existsSync(path)) {
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: Case[] };
  const met = new Set<string>();
  const passed: Case[] = [];
  for (const [index, one] of cases.entries()) {
    test(`${index}: ${one.pattern} against ${JSON.stringify(one.input)}`, () => {
      const deviation = Object.hasOwn(deviations, one.pattern) ? deviations[one.pattern] : undefined;
      if (deviation === undefined) assert.is(answerOf(one), one.iso ?? 'refused');
      else assert.is(refusalOf(one.pattern), deviation[0]);
      if (deviation === undefined) passed.push(one);
      else met.add(one.pattern);
    });
  }
  test('every deviation belongs to an existing case', () => {
    assert.equal([...met].sort(), Object.keys(deviations).sort());
  });
  test.after(() => {
    const rate = ((100 * passed.length) / cases.length).toFixed(1);
    const refused = cases.filter((one) => met.has(one.pattern)).length;
    const failed = cases.length - passed.length - refused;
    console.log(
      `\ndates/java-date-patterns.json: ${passed.length} of ${cases.length} as Java (${rate} %), ${failed} wrong, ${refused} by design a diagnostic instead:`,
    );
    for (const [pattern, [code, reason]] of Object.entries(deviations)) {
      console.log(
        `  ${JSON.stringify(pattern)} (${cases.filter((one) => one.pattern === pattern).length}): ${code}: ${reason}`,
      );
    }
  });
} else {
  console.log('skip: ../shared/corpora/dates is not there');
  test.skip('java-date-patterns.json');
}

test.run();

/** Returns the emitted readers' result, written as by Java's LocalDate, LocalDateTime and ZonedDateTime. */
function answerOf({ pattern, input, type }: Case): string {
  const { dayOf, partsOf } = compileDate(pattern);
  const parts = partsOf(input);
  assert.is(Number.isNaN(dayOf(input)), parts === null, 'both readers agree');
  return parts === null ? 'refused' : javaText(parts, type ?? 'LocalDate');
}

function refusalOf(pattern: string): string {
  const planned = planDatePattern(pattern);
  return planned.kind === 'invalid' ? planned.code : 'planned';
}

function javaText({ year, month, day, hour, minute, second, nano, offset }: DateParts, type: string): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const sign = year < 0 ? '-' : year > 9999 ? '+' : '';
  const date = `${sign}${String(Math.abs(year)).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (type === 'LocalDate') return date;
  const fraction =
    nano === 0
      ? ''
      : `.${String(nano)
          .padStart(9, '0')
          .replace(/(?:000){1,2}$/, '')}`;
  const seconds = second === 0 && nano === 0 ? '' : `:${two(second)}${fraction}`;
  return `${date}T${two(hour)}:${two(minute)}${seconds}${type === 'LocalDateTime' ? '' : offsetText(offset)}`;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60;
  if (offset === 0) return 'Z';
  return `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
