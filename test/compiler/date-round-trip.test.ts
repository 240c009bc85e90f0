import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldsOf, type DateField } from '../../compiler/emitting/dates/plan/layout.ts';
import { planDatePattern } from '../../compiler/emitting/dates/plan/pattern.ts';
import { dayOfText } from '../../compiler/emitting/dates/plan/text.ts';
import { dayOf, monthOf, toEpochDay, yearOf, type DateParts } from '../../compiler/kernel/values/dates/calendar.ts';
import { compileDate } from './date-compiled.ts';

const separators = ['', '-', '/', '.', ' ', ', ', "'T'", "''", "' of '"];
const dates = [
  ['yyyy', 'MM', 'dd'],
  ['dd', 'MM', 'yyyy'],
  ['d', 'M', 'yyyy'],
  ['MM', 'dd', 'yyyy'],
  ['dd', 'MMM', 'yyyy'],
  ['d', 'MMMM', 'uuuu'],
  ['EEEE', 'd', 'MMMM', 'yyyy'],
  ['EEE', 'MMM', 'd', 'yyyyy'],
  ['yyyy', 'DDD'],
  ['D', 'yyyy'],
  ['y', 'M', 'd'],
  ['yyy', 'MMM', 'dd'],
  ['yy', 'MM', 'dd'],
  ['dd', 'MM', 'yy'],
];
const times = [
  '',
  'HH:mm',
  'HHmmss',
  'H:m:s',
  'HH:mm:ss.SSS',
  'HHmmssSSSSSS',
  'hh:mm a',
  'h.m.s.SSSSSSSSS a',
  'HH:mm a',
  'HH',
  '[HH:mm[:ss]]',
  'HH[:mm]',
  '[h:mm a]',
  'HH:mm:ss[.SSSSSSSSS]',
];
const offsets = ['', 'X', 'XX', 'XXX', 'XXXX', 'XXXXX', 'Z', 'ZZZZZ', '[XXX]', ' XXX'];

/** Common patterns that cause no diagnostic. */
const patterns = fc
  .record({
    date: fc.constantFrom(...dates),
    separator: fc.constantFrom(...separators),
    between: fc.constantFrom(...separators),
    time: fc.constantFrom(...times),
    offset: fc.constantFrom(...offsets),
    isTimeFirst: fc.boolean(),
  })
  .map(({ date, separator, between, time, offset, isTimeFirst }) => {
    const day = date.join(separator);
    if (time === '') return day + offset;
    return isTimeFirst ? `${time}${offset}${between}${day}` : `${day}${between}${time}${offset}`;
  })
  .filter((pattern) => planDatePattern(pattern).kind === 'ok');

const moments = fc
  .record({
    epochDay: fc.oneof(fc.integer({ min: -719_528, max: 2_932_896 }), fc.integer({ min: -9_000_000, max: 9_000_000 })),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    second: fc.integer({ min: 0, max: 59 }),
    nano: fc.integer({ min: 0, max: 999_999_999 }),
    offset: fc.integer({ min: -64_800, max: 64_800 }),
  })
  .map(
    ({ epochDay, ...time }): DateParts => ({
      year: yearOf(epochDay),
      month: monthOf(epochDay),
      day: dayOf(epochDay),
      ...time,
    }),
  );

test('a written date is read back with the same parts, as far as the pattern contains them', () => {
  fc.assert(
    fc.property(patterns, fc.array(moments, { minLength: 10, maxLength: 20 }), (pattern, several) => {
      const { textOf, partsOf, dayOf: dayOfCompiled, layout } = compileDate(pattern);
      const fields = fieldsOf(layout.parts);
      for (const moment of several) {
        const written =
          /yy/.test(pattern) && !/yyy/.test(pattern)
            ? { ...moment, year: 2000 + Math.abs(moment.year % 100), day: Math.min(moment.day, 28) }
            : moment;
        const text = textOf(written);
        const read = partsOf(text);
        assert.ok(read !== null, `${pattern}: ${text}`);
        assert.equal(
          [read.year, read.month, read.day],
          [written.year, written.month, written.day],
          `${pattern}: ${text}`,
        );
        for (const field of ['hour', 'minute', 'second'] as const) {
          if (isInPattern(field, fields)) assert.is(read[field], written[field], `${field} of ${pattern}: ${text}`);
        }
        assert.is(dayOfCompiled(text), toEpochDay(written.year, written.month, written.day));
        assert.is(textOf(read), text, 'written a second time');
      }
    }),
    { numRuns: 200 },
  );
});

test('both emitted readers and the reader of the plan agree on every text', () => {
  const noise = fc.array(
    fc.record({
      at: fc.nat(40),
      text: fc.constantFrom('', '0', '1', '31', '-', '+', ':', ' ', 'Z', 'AM', '٣', '\u00a0', '\ud800', 'Feb'),
    }),
    { maxLength: 3 },
  );
  let refused = 0;
  fc.assert(
    fc.property(patterns, fc.array(fc.tuple(moments, noise), { minLength: 10, maxLength: 20 }), (pattern, several) => {
      const { textOf, partsOf, dayOf: dayOfCompiled, layout } = compileDate(pattern);
      for (const [moment, changes] of several) {
        const text = changes.reduce(
          (changed, { at, text: more }) => changed.slice(0, at) + more + changed.slice(at + 1),
          textOf(moment),
        );
        const day = dayOfCompiled(text);
        if (Number.isNaN(day)) refused++;
        const parts = partsOf(text);
        assert.ok(Object.is(dayOfText(layout, text), day), `${pattern}: ${text}`);
        assert.ok(
          Object.is(parts === null ? NaN : toEpochDay(parts.year, parts.month, parts.day), day),
          `${pattern}: ${text}`,
        );
      }
    }),
    { numRuns: 200 },
  );
  assert.ok(refused > 200, `${refused} texts were not dates`);
});

test('dd/MM/yyyy to yyyy-MM-dd, as in COERCE_DATE', () => {
  const source = compileDate('dd/MM/yyyy');
  const target = compileDate('yyyy-MM-dd');
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
      (date) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = '', month = '', day = ''] = iso.split('-');
        const parts = source.partsOf(`${day}/${month}/${year}`);
        assert.is(parts === null ? null : target.textOf(parts), iso);
      },
    ),
  );
  for (const text of ['31/02/2024', '29/02/2023', '2024-02-29', '1/2/2024', '']) assert.is(source.partsOf(text), null);
});

test('texts written by Java: signs, widths, day periods, offsets, optional parts', () => {
  const moment: DateParts = {
    year: 2024,
    month: 2,
    day: 9,
    hour: 0,
    minute: 5,
    second: 9,
    nano: 78_999_999,
    offset: 0,
  };
  const write = (pattern: string, change: Partial<DateParts> = {}) =>
    compileDate(pattern).textOf({ ...moment, ...change });
  assert.is(write('yyyy-MM-dd', { year: 12024 }), '+12024-02-09');
  assert.is(write('yyyy-MM-dd', { year: -5 }), '-0005-02-09');
  assert.is(write('y-M-d', { year: -5 }), '-5-2-9');
  assert.is(write('yyy-MM-dd', { year: 12024 }), '12024-02-09');
  assert.is(write('yy-MM-dd', { year: 1999 }), '99-02-09');
  assert.is(write('yyyy-D'), '2024-40');
  assert.is(write('yyyy-DD', { month: 12, day: 31 }), '2024-366');
  assert.is(write('EEEE, d MMMM yyyy'), 'Friday, 9 February 2024');
  assert.is(write('EEE d MMM yy'), 'Fri 9 Feb 24');
  assert.is(write('yyyyMMdd h:mm a'), '20240209 12:05 AM');
  assert.is(write('yyyyMMdd hh:mm a', { hour: 12 }), '20240209 12:05 PM');
  assert.is(write('yyyyMMdd hh:mm a', { hour: 23 }), '20240209 11:05 PM');
  assert.is(write('yyyyMMdd ss.SS'), '20240209 09.07');
  assert.is(write('yyyyMMdd X'), '20240209 Z');
  assert.is(write('yyyyMMdd X', { offset: -19_800 }), '20240209 -0530');
  assert.is(write('yyyyMMdd X', { offset: 3600 }), '20240209 +01');
  assert.is(write('yyyyMMdd XX', { offset: 3600 }), '20240209 +0100');
  assert.is(write('yyyyMMdd XXX', { offset: 30 }), '20240209 Z');
  assert.is(write('yyyyMMdd Z', { offset: -30 }), '20240209 +0000');
  assert.is(write('yyyyMMdd XXXX', { offset: -30 }), '20240209 -000030');
  assert.is(write('yyyyMMdd XXXXX', { offset: 3723 }), '20240209 +01:02:03');
  assert.is(write('yyyyMMdd[ HH:mm[:ss]]', { second: NaN }), '20240209 00:05');
  assert.is(write('yyyyMMdd[ HH:mm[:ss]]', { hour: NaN }), '20240209');
});

function isInPattern(field: 'hour' | 'minute' | 'second', fields: readonly DateField[]): boolean {
  return fields.includes(field) || (field === 'hour' && fields.includes('clockHour'));
}

test.run();
