/** Numbers in the output of the fast reader add up as the same texts do. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fastBuffers } from '../../compiler/kernel/fast/buffers.ts';
import { createOutputValue, type OutputValue } from '../../compiler/kernel/fast/output-value.ts';
import { DecimalSum } from '../../compiler/kernel/file-rules/decimal-sum.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

const DRAWS = 200;

function write(json: string): OutputValue {
  const value = createOutputValue();
  const { written = 0 } = new TextEncoder().encodeInto(json, fastBuffers.output);
  value.to = written;
  return value;
}

function sums(numbers: readonly string[], isAbsolute: boolean, isQuoted: boolean): [string, string] {
  const texts = new DecimalSum();
  const values = new DecimalSum();
  for (const number of numbers) {
    texts.add(number, isAbsolute);
    values.addValue(write(isQuoted ? `"${number}"` : number), isAbsolute);
  }
  return [texts.toString(), values.toString()];
}

const CASES: readonly [numbers: readonly string[], sum: string][] = [
  [[], '0'],
  [['1.50', '-0.25', '2'], '3.25'],
  [['0.001', '1', '-0.0005'], '1.0005'],
  [['-1', '0.5'], '-0.5'],
  [['9007199254740993', '1'], '9007199254740994'],
  [['999999999999999', '999999999999999', '999999999999999', '999999999999999', '999999999999999'], '4999999999999995'],
  [['123456789012345678901234567890.12', '0.88'], '123456789012345678901234567891.00'],
];

for (const [numbers, sum] of CASES)
  test(`the sum of ${numbers.join(', ')} is exact`, () => {
    assert.equal(sums(numbers, false, false), [sum, sum]);
    assert.equal(sums(numbers, false, true), [sum, sum]);
  });

test('drawn numbers of all lengths and scales add up as their texts do', () => {
  for (let index = 0; index < DRAWS; index++) {
    const random = randomOf(seed, index);
    const draw = () => {
      const digits = Array.from({ length: 1 + random.below(18) }, () => random.below(10)).join('');
      const scale = random.oneIn(2) ? 2 : random.below(6);
      const whole = digits.replace(/^0+(?=.)/, '');
      const fraction = Array.from({ length: scale }, () => random.below(10)).join('');
      return `${random.oneIn(4) ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`;
    };
    const numbers = Array.from({ length: 1 + random.below(60) }, draw);
    const [texts, values] = sums(numbers, random.oneIn(3), random.oneIn(2));
    assert.is(values, texts, `SPECMILL_SEED=${seed}, ${index}: ${numbers.join(' ')}`);
  }
});

test('null counts as 0', () => {
  const sum = new DecimalSum();
  for (const json of ['null', '1.5', 'null', '"-0.25"']) sum.addValue(write(json), false);
  assert.is(sum.toString(), '1.25');
});

test('numbers with more decimals than the sum so far change its unit, also when it is large', () => {
  for (const large of ['4503599627370490', '999999999999999', '99999999999999999999', '-4503599627370490']) {
    const numbers = [large, '3', '0.5', '0.25', '7', '0.00000000000001', large, '0.125'];
    const [texts, values] = sums(numbers, false, false);
    assert.is(values, texts);
  }
});

test('a sum that begins again is 0, and one that is continued goes from its text', () => {
  const sum = new DecimalSum('12.50');
  sum.addValue(write('0.5'), false);
  assert.is(sum.toString(), '13.00');
  assert.is(sum.toString('10'), '3.00');
  sum.reset();
  assert.is(sum.toString(), '0');
});

test.run();
