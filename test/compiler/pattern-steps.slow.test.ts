import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { recordSteps } from '../../compiler/kernel/values/record-steps.ts';
import { replacer } from './pattern-functions.ts';

test('the steps of a record do not limit patterns that read a text a few times', () => {
  const text = 'a b '.repeat(1_000_000);
  recordSteps.begin();
  const [blanks, letters] = [replacer(' +', '-'), replacer('[a-c]', 'x')];
  for (let i = 0; i < 100; i++)
    assert.type(i % 2 === 0 ? blanks(text, 10_000_000) : letters(text, 10_000_000), 'string');
  assert.type(recordSteps.left(1, 1), 'number');
  assert.is(recordSteps.left(1, 1), 1);
});

test.run();
