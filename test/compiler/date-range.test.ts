import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planDateRange } from '../../compiler/emitting/dates/plan/range.ts';
import { emitDateBound } from '../../compiler/emitting/dates/emit/bound.ts';
import { name } from '../../compiler/emitting/code/literal.ts';

test('ISO dates on both sides or on one', () => {
  assert.equal(planDateRange('1970-01-02,2024-02-29'), {
    kind: 'ok',
    range: {
      from: { kind: 'fixed', epochDay: 1, text: '1970-01-02' },
      to: { kind: 'fixed', epochDay: 19782, text: '2024-02-29' },
    },
  });
  assert.equal(planDateRange('1970-01-01,'), {
    kind: 'ok',
    range: { from: { kind: 'fixed', epochDay: 0, text: '1970-01-01' }, to: null },
  });
  assert.equal(planDateRange(' , 1969-12-31 '), {
    kind: 'ok',
    range: { from: null, to: { kind: 'fixed', epochDay: -1, text: '1969-12-31' } },
  });
  assert.is(planDateRange('2024-02-29,2024-02-29').kind, 'ok');
});

test('today, and offsets before and after it', () => {
  const bound = (unit: string, amount: number, text: string) => ({ kind: 'today', unit, amount, text });
  assert.equal(planDateRange('today-90d,today'), {
    kind: 'ok',
    range: { from: bound('day', -90, 'today-90d'), to: bound('day', 0, 'today') },
  });
  assert.equal(planDateRange('today-3m,today+1y'), {
    kind: 'ok',
    range: { from: bound('month', -3, 'today-3m'), to: bound('year', 1, 'today+1y') },
  });
  assert.equal(planDateRange('today-0d,'), { kind: 'ok', range: { from: bound('day', 0, 'today-0d'), to: null } });
  assert.is(planDateRange('today+30d,today+1m').kind, 'ok');
  assert.is(planDateRange('2999-01-01,today').kind, 'ok');
});

const wrongRanges: readonly (readonly [text: string, code: string, offset: number, length: number])[] = [
  ['', 'date_range_form', 0, 0],
  ['2024-01-01', 'date_range_form', 0, 10],
  ['2024-01-01,2024-01-02,2024-01-03', 'date_range_form', 0, 32],
  [',', 'date_range_open', 0, 1],
  [' , ', 'date_range_open', 0, 3],
  ['2024-01-02,2024-01-01', 'date_range_empty', 0, 21],
  ['today,today-1d', 'date_range_empty', 0, 14],
  ['today+2m,today+1m', 'date_range_empty', 0, 17],
  ['today+1d,today-1y', 'date_range_empty', 0, 17],
  ['2023-02-29,', 'date_range_bound', 0, 10],
  ['2024-01-01, 2024-04-31', 'date_range_bound', 12, 10],
  ['01/01/2024,', 'date_range_bound', 0, 10],
  ['2024-1-1,', 'date_range_bound', 0, 8],
  [',Today', 'date_range_bound', 1, 5],
  ['today -90d,', 'date_range_bound', 0, 10],
  ['today-90,', 'date_range_bound', 0, 8],
  ['today-90w,', 'date_range_bound', 0, 9],
  ['today-d,', 'date_range_bound', 0, 7],
  ['today+100000d,', 'date_range_bound', 0, 13],
  ['today-99999999999999999999d,', 'date_range_bound', 0, 27],
];

for (const [text, code, offset, length] of wrongRanges) {
  test(`${JSON.stringify(text)} is ${code}`, () => {
    const planned = planDateRange(text);
    if (planned.kind !== 'invalid') throw new Error('it was planned');
    assert.equal([planned.code, planned.offset, planned.length], [code, offset, length]);
  });
}

test('a bound as an expression', () => {
  const emitted = (text: string) => {
    const planned = planDateRange(text);
    if (planned.kind === 'invalid' || planned.range.from === null) throw new Error(text);
    const { code, imports } = emitDateBound(planned.range.from, name('today'));
    return [code.source, imports];
  };
  assert.equal(emitted('2024-02-29,'), ['19782', []]);
  assert.equal(emitted('today,'), ['today', []]);
  assert.equal(emitted('today-90d,'), ['addDays(today, -90)', ['addDays']]);
  assert.equal(emitted('today+3m,'), ['addMonths(today, 3)', ['addMonths']]);
  assert.equal(emitted('today+1y,'), ['addYears(today, 1)', ['addYears']]);
});

test.run();
