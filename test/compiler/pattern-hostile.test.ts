import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TOO_COSTLY } from '../../compiler/kernel/values/exceeded-limit.ts';
import { recordSteps } from '../../compiler/kernel/values/record-steps.ts';
import { findNextMatch } from '../../compiler/kernel/values/patterns/match.ts';
import { beginSearch, BUDGET_EXCEEDED, NONE } from '../../compiler/kernel/values/patterns/search.ts';
import { matcher, replacer, searchOf } from './pattern-functions.ts';

/** Patterns with catastrophic backtracking, each with a text of n parts that fails at its end. */
const HOSTILE: readonly (readonly [string, (n: number) => string])[] = [
  ['(a+)+$', (n) => `${'a'.repeat(n)}!`],
  ['(a*)*$', (n) => `${'a'.repeat(n)}!`],
  ['(a|a)*$', (n) => `${'a'.repeat(n)}!`],
  ['(a|aa)+$', (n) => `${'a'.repeat(n)}!`],
  ['([a-zA-Z]+)*$', (n) => `${'a'.repeat(n)}!`],
  ['(.*)*x', (n) => 'a'.repeat(n)],
  ['(x+x+)+y', (n) => 'x'.repeat(n)],
  ['(\\w+\\s?)*:', (n) => 'word '.repeat(n)],
  [
    '^([a-zA-Z0-9])(([.-]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
    (n) => `${'a'.repeat(n)}!`,
  ],
  ['(a?){30}a{30}$', (n) => `${'a'.repeat(n)}!`],
  ['a*a*a*a*a*b', (n) => 'a'.repeat(n)],
  ['(.*,){11}P', (n) => '1,'.repeat(n)],
];

/** Returns how many steps the search for all matches takes. */
function stepsOf(pattern: string, text: string): number {
  const search = searchOf(pattern, '');
  const steps = 2 ** 30;
  beginSearch(search, text);
  search.budget = steps;
  for (let at = 0, end = 0; end !== NONE && at <= text.length; at = Math.max(end, at) + 1) {
    end = findNextMatch(search, at);
    assert.is.not(end, BUDGET_EXCEEDED, pattern);
  }
  return steps - search.budget;
}

test('the steps of a failing search are proportional to the length of the text', () => {
  for (const [pattern, textOf] of HOSTILE) {
    const [few, many] = [stepsOf(pattern, textOf(2_000)), stepsOf(pattern, textOf(20_000))];
    assert.ok(many <= 11 * few + 1000, `${pattern}: ${few} steps, then ${many}`);
    assert.ok(many <= 2_000 * textOf(20_000).length, `${pattern}: ${many}`);
  }
});

test('the matcher handles texts of a million characters', () => {
  for (const [pattern, textOf] of HOSTILE) {
    const whole = matcher(`(?:${pattern.replace(/^\^|\$$/g, '')})`);
    assert.is(whole(textOf(1_000_000)), false, pattern);
  }
  assert.is(matcher('(a|aa)+')('a'.repeat(1_000_000)), true);
});

test('replacing in hostile texts returns the right text or TOO_COSTLY', () => {
  assert.is(replacer('(a+)+$', '-')(`${'a'.repeat(100_000)}!`, 1_000_000), `${'a'.repeat(100_000)}!`);
  assert.is(replacer('(a|aa)+', '-')(`${'a'.repeat(100_000)}!`, 1_000_000), '-!');
  assert.is(replacer('((a)|b)*?c', '$2')(`${'ab'.repeat(20_000)}ac`, 1_000_000), 'a');
});

test('all replacements of a record share its steps', () => {
  const text = `${'a'.repeat(900)}`;
  const replace = replacer('a{1,480}b', '-');
  let used = 0;
  recordSteps.begin();
  while (replace(text, 1_000_000) !== TOO_COSTLY) assert.ok(++used < 50, 'the record has no end of steps');
  recordSteps.begin();
  assert.is(replacer('[ab]', '-')('ab', 100), '--', 'the next record has its own');
});

test('the budget ends a search between two characters', () => {
  const search = searchOf('(?:a*)*b', '');
  beginSearch(search, 'a'.repeat(1000));
  search.budget = 500;
  assert.is(findNextMatch(search, 0), BUDGET_EXCEEDED);
  assert.ok(search.budget > -100);
});

test.run();
