import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  dayOf,
  dayOfYearOf,
  parseIsoDate,
  monthOf,
  ordinalToEpochDay,
  addDays,
  addMonths,
  addYears,
  toEpochDay,
  getTodayUtc,
  weekdayOf,
  yearOf,
} from '../../compiler/kernel/values/dates/calendar.ts';

const dayLength = 86_400_000;
/** Days in the range of Date: 271,821 years in both directions. */
const epochDays = fc.integer({ min: -99_999_999, max: 99_999_999 });

test('epoch days, years, months, days and weekdays equal those of Date', () => {
  fc.assert(
    fc.property(epochDays, (epochDay) => {
      const date = new Date(epochDay * dayLength);
      assert.is(yearOf(epochDay), date.getUTCFullYear());
      assert.is(monthOf(epochDay), date.getUTCMonth() + 1);
      assert.is(dayOf(epochDay), date.getUTCDate());
      assert.is(weekdayOf(epochDay), date.getUTCDay() === 0 ? 7 : date.getUTCDay());
      assert.is(toEpochDay(yearOf(epochDay), monthOf(epochDay), dayOf(epochDay)), epochDay);
      const dayOfYear = dayOfYearOf(yearOf(epochDay), monthOf(epochDay), dayOf(epochDay));
      assert.is(ordinalToEpochDay(yearOf(epochDay), dayOfYear), epochDay);
    }),
    { numRuns: 3000 },
  );
});

test('every day from 1890 to 2110', () => {
  let expected = parseIsoDate('1890-01-01');
  for (let time = Date.UTC(1890, 0, 1); time < Date.UTC(2110, 0, 1); time += dayLength) {
    const text = new Date(time).toISOString().slice(0, 10);
    assert.is(parseIsoDate(text), expected, text);
    assert.is(toEpochDay(yearOf(expected), monthOf(expected), dayOf(expected)), expected, text);
    expected++;
  }
});

test('leap years: every fourth year, except every hundredth, except every four-hundredth', () => {
  for (const year of [2024, 2000, 1600, 0, -4, -400])
    assert.not.ok(Number.isNaN(toEpochDay(year, 2, 29)), String(year));
  for (const year of [2023, 1900, 2100, -1, -100]) assert.ok(Number.isNaN(toEpochDay(year, 2, 29)), String(year));
  assert.is(ordinalToEpochDay(2024, 366), parseIsoDate('2024-12-31'));
  assert.ok(Number.isNaN(ordinalToEpochDay(2023, 366)));
});

test('impossible dates', () => {
  const none: readonly (readonly [number, number, number])[] = [
    [2024, 0, 1],
    [2024, 13, 1],
    [2024, 1, 0],
    [2024, 1, 32],
    [2024, 4, 31],
    [2024, 2, 30],
    [2024, 2, 31],
    [1_000_000_000, 1, 1],
    [-1_000_000_000, 1, 1],
    [NaN, 1, 1],
    [2024, NaN, 1],
    [2024, 1, NaN],
  ];
  for (const date of none) assert.ok(Number.isNaN(toEpochDay(...date)), date.join('-'));
  for (const [year, dayOfYear] of [
    [2024, 0],
    [2024, 367],
    [1_000_000_000, 1],
    [NaN, 1],
    [2024, NaN],
  ] as const)
    assert.ok(Number.isNaN(ordinalToEpochDay(year, dayOfYear)));
});

test('the maximum and minimum year', () => {
  for (const year of [999_999_999, -999_999_999]) {
    const epochDay = toEpochDay(year, 12, 31);
    assert.equal([yearOf(epochDay), monthOf(epochDay), dayOf(epochDay)], [year, 12, 31]);
  }
});

test('only ISO texts are accepted', () => {
  assert.is(parseIsoDate('1970-01-01'), 0);
  assert.is(parseIsoDate('0000-01-01'), -719528);
  assert.is(parseIsoDate('9999-12-31'), 2932896);
  for (const text of [
    '',
    '1970-1-1',
    '1970-01-01 ',
    ' 1970-01-01',
    '1970-01-01\n',
    '+1970-01-01',
    '-1970-01-01',
    '19700101',
    '1970-02-29',
    '1970/01/01',
    '١٩٧٠-01-01',
    '1970-01-01T00:00',
  ]) {
    assert.ok(Number.isNaN(parseIsoDate(text)), JSON.stringify(text));
  }
});

test('adding and subtracting days, months and years clamps to the end of the month', () => {
  const plus = (text: string, add: (epochDay: number, amount: number) => number, amount: number) =>
    new Date(add(parseIsoDate(text), amount) * dayLength).toISOString().slice(0, 10);
  assert.is(plus('2024-02-28', addDays, 2), '2024-03-01');
  assert.is(plus('2024-03-01', addDays, -1), '2024-02-29');
  assert.is(plus('2023-01-31', addMonths, 1), '2023-02-28');
  assert.is(plus('2024-01-31', addMonths, 1), '2024-02-29');
  assert.is(plus('2024-03-31', addMonths, -1), '2024-02-29');
  assert.is(plus('2024-01-15', addMonths, -1), '2023-12-15');
  assert.is(plus('2024-12-31', addMonths, 2), '2025-02-28');
  assert.is(plus('2024-10-31', addMonths, -25), '2022-09-30');
  assert.is(plus('2024-02-29', addYears, 1), '2025-02-28');
  assert.is(plus('2024-02-29', addYears, -4), '2020-02-29');
  assert.is(plus('2024-02-29', addYears, 0), '2024-02-29');
  assert.ok(Number.isNaN(addMonths(NaN, 1)));
});

test('today is the current day in UTC', () => {
  const before = Math.floor(Date.now() / dayLength);
  const today = getTodayUtc();
  assert.ok(today === before || today === before + 1);
});

test.run();
