import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileDate } from './date-compiled.ts';

test('a long text costs no more than the part that can be a date', () => {
  const long = '1'.repeat(1_000_000);
  for (const pattern of ['d/M/yyyy', 'yMMdd', 'yyyy-MM-dd[ HH:mm]', 'd MMMM yyyy']) {
    const { dayOf } = compileDate(pattern);
    const start = performance.now();
    for (let i = 0; i < 2000; i++) assert.ok(Number.isNaN(dayOf(long)));
    assert.ok(performance.now() - start < 500, `${pattern}: 2,000 times a million digits`);
  }
});

test.run();
