import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as fc from 'fast-check';
import { compareNumberValues } from '../../compiler/kernel/fast/output-number.ts';
import {
  compareTextValues,
  createOutputValue,
  decodeText,
  isNullValue,
  type OutputValue,
  parseDateValue,
} from '../../compiler/kernel/fast/output-value.ts';
import { compareCodePoints } from '../../compiler/kernel/values/code-points.ts';
import { compareDecimals } from '../../compiler/kernel/values/number.ts';
import { scaleRuns } from '../support/property.ts';

/** Writes JSON values to the output one after another, and returns their places. */
function writeValues(...texts: readonly string[]): OutputValue[] {
  let length = 7;
  return texts.map((json) => {
    const value = createOutputValue();
    const bytes = new TextEncoder().encode(json);
    value.bytes.set(bytes, length);
    value.from = length;
    length += bytes.length;
    value.to = length;
    return value;
  });
}

const compareIn = (compare: (a: OutputValue, b: OutputValue) => number, a: string, b: string): number => {
  const [first, second] = writeValues(a, b);
  return first === undefined || second === undefined ? NaN : Math.sign(compare(first, second));
};

test('texts in the output compare like their code points, whatever JSON escapes', () => {
  const units = fc.constantFrom(
    ...'ab"\\\n\t\u0000\u0001\u001f !#[]~\u007f',
    'é',
    '\uffff',
    '\ue000',
    '😀',
    '\u{10ffff}',
  );
  const texts = fc.string({ unit: units, maxLength: 4 });
  const property = fc.property(texts, texts, (a, b) => {
    const expected = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    assert.is(compareIn(compareTextValues, JSON.stringify(a), JSON.stringify(b)), expected);
    assert.is(Math.sign(compareCodePoints(a, b)), expected);
  });
  fc.assert(property, { numRuns: scaleRuns(20_000) });
});

test('numbers in the output compare exactly, as numbers or as strings', () => {
  const whole = fc.stringMatching(/^-?(?:0|[1-9]\d{0,3})$/);
  const fraction = fc.stringMatching(/^(?:\.[0-9]{1,3})?$/);
  const numbers = fc.tuple(whole, fraction).map((parts) => parts.join(''));
  const property = fc.property(numbers, numbers, fc.boolean(), fc.boolean(), (a, b, quotesA, quotesB) => {
    const [jsonA, jsonB] = [quotesA ? `"${a}"` : a, quotesB ? `"${b}"` : b];
    assert.is(compareIn(compareNumberValues, jsonA, jsonB), Math.sign(compareDecimals(a, b)), `${a} ${b}`);
  });
  fc.assert(property, { numRuns: scaleRuns(20_000) });
});

test('numbers with more digits than a double holds compare exactly', () => {
  const long = '9007199254740993';
  assert.is(compareIn(compareNumberValues, `${long}.0`, long), 0);
  assert.is(compareIn(compareNumberValues, `${long}.00000000000000000001`, long), 1);
  assert.is(compareIn(compareNumberValues, `-${long}`, '9'), -1);
  assert.is(compareIn(compareNumberValues, '-0.00', '0'), 0);
});

test('values are decoded as the careful reader returns them', () => {
  const [text, number, none] = writeValues('"a\\"\\u0001é"', '-1.50', 'null');
  if (text === undefined || number === undefined || none === undefined) throw new Error('three values were written');
  assert.equal([text, number, none].map(decodeText), ['a"\u0001é', '-1.50', null]);
  assert.equal([text, number, none].map(isNullValue), [false, false, true]);
});

test('a date with the width of its layout is a number, and any other is 0', () => {
  const layout = { width: 10, year: 6, month: 3, day: 0 };
  const [plain, wide] = writeValues('"31.12.2024"', '"31.12.+12024"');
  assert.is(parseDateValue({ ...(plain as OutputValue), layout }), 20241231);
  assert.is(parseDateValue({ ...(wide as OutputValue), layout }), 0);
  assert.is(parseDateValue(plain as OutputValue), 0);
});

test.run();
