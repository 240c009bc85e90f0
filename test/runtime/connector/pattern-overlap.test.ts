import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFilePattern } from '../../../runtime/base/files/file-pattern.ts';
import { doPatternsOverlap } from '../../../runtime/connector/pattern-overlap.ts';
import { randomOf } from '../../support/random.ts';
import { seed } from '../../support/property.ts';

const test = suite('patterns that overlap');

for (const [one, two, expected] of [
  ['*', 'a.csv', true],
  ['a-*.csv', 'b-*.csv', false],
  ['a*c', '*b*', true],
  ['*.csv', '*.xml', false],
  ['*.csv{,.gz}', '*.gz', true],
  ['[a-m]*', '[n-z]*', false],
  ['[a-m]*', '[m-z]*', true],
  ['[!a]', '[!b]', true],
  ['[!a]', 'a', false],
  ['[!a-z]', '[b-y]', false],
  ['?', '??', false],
  ['', '*', true],
  ['claims-v2-*', 'claims-*', true],
  ['ä*', 'a*', false],
] as const) {
  test(`"${one}" and "${two}" ${expected ? 'overlap' : 'do not overlap'}`, () => {
    assert.is(doPatternsOverlap(one, two), expected);
    assert.is(doPatternsOverlap(two, one), expected);
  });
}

test('two patterns that match the same name always overlap', () => {
  const random = randomOf(seed, 0);
  const pick = (choices: readonly string[]) => choices[random.below(choices.length)] ?? '';
  const parts = ['a', 'b', '*', '?', '[ab]', '[!a]', '{a,bc}'];
  const make = (choices: readonly string[], length: number) => Array.from({ length }, () => pick(choices)).join('');
  for (let tries = 0; tries < 3000; tries++) {
    const [one, two, name] = [make(parts, 4), make(parts, 4), make(['a', 'b', 'c'], random.below(6))];
    if (!compileFilePattern(one)(name) || !compileFilePattern(two)(name)) continue;
    assert.ok(doPatternsOverlap(one, two), `${one} ${two} ${name}`);
  }
});

test.run();
