import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emitReplacer } from '../../compiler/emitting/patterns/emit.ts';
import { findNextMatch } from '../../compiler/kernel/values/patterns/match.ts';
import { beginSearch, widthAt, type Search } from '../../compiler/kernel/values/patterns/search.ts';
import { TOO_COSTLY, TOO_LONG } from '../../compiler/kernel/values/exceeded-limit.ts';
import { replacer, replacerPlan, searchOf } from './pattern-functions.ts';
import { patterns, replacements, texts } from './pattern-samples.ts';
import { effort, scaleRuns } from '../support/property.ts';

/** Returns the number of capturing groups of a pattern, as the engine counts them. */
function groupsOf(pattern: string): number {
  return (new RegExp(`${pattern}|`, 'u').exec('')?.length ?? 1) - 1;
}

test('the replacer agrees with String.prototype.replace for every pattern and text', () => {
  let changes = 0;
  fc.assert(
    fc.property(patterns, replacements, fc.array(texts, { minLength: 8, maxLength: 8 }), (pattern, text, values) => {
      const groups = groupsOf(pattern);
      const replacement = text.replace(/\$(\d+)/g, (_, digits) => `$${Math.min(Number(digits), groups) || '$'}`);
      const ours = replacer(pattern, replacement);
      for (const value of ['', ...values]) {
        const expected = value.replace(new RegExp(pattern, 'gu'), replacement);
        if (expected !== value) changes++;
        assert.is(
          ours(value, 1000),
          expected,
          `${JSON.stringify(pattern)} by ${JSON.stringify(replacement)} in ${JSON.stringify(value)}`,
        );
      }
    }),
    { numRuns: scaleRuns(3000) },
  );
  assert.ok(changes > 2000 * effort, `only ${changes} of the cases were matches`);
});

test('matches and groups agree with the engine in both search modes', () => {
  let matches = 0;
  fc.assert(
    fc.property(patterns, fc.array(texts, { minLength: 6, maxLength: 6 }), (pattern, values) => {
      const groups = Math.min(groupsOf(pattern), 9);
      const all = Array.from({ length: groups }, (_, i) => `$${i + 1}`).join('');
      const search = searchOf(pattern, all);
      for (const value of values) {
        const expected = [...value.matchAll(new RegExp(pattern, 'gu'))].map((match) => [
          match.index,
          ...match.slice(0, groups + 1),
        ]);
        matches += expected.length;
        for (const atOnce of [false, true])
          assert.equal(
            matchesOf(search, value, atOnce),
            expected,
            `${JSON.stringify(pattern)} in ${JSON.stringify(value)}`,
          );
      }
    }),
    { numRuns: scaleRuns(2000) },
  );
  assert.ok(matches > 2000 * effort, `only ${matches} matches`);
});

/**
 * Returns each match as its position, its text and its groups. `atOnce` disables the trial of single start positions.
 */
function matchesOf(search: Search, value: string, atOnce: boolean): unknown[][] {
  beginSearch(search, value);
  if (atOnce) search.failureBudget = -1;
  const matches: unknown[][] = [];
  for (let at = 0; at <= value.length; ) {
    const end = findNextMatch(search, at);
    if (end < 0) break;
    const [start = 0, ...slots] = search.match;
    const groups = slots.flatMap((slot, i) =>
      i % 2 === 0 ? [slots[i + 1] === -1 ? undefined : value.slice(slot, slots[i + 1])] : [],
    );
    matches.push([start, value.slice(start, end), ...groups]);
    at = end > start ? end : end + widthAt(value, end);
  }
  return matches;
}

test('a text without a match is returned unchanged', () => {
  assert.is(replacer('x+', 'y')('the quick brown fo', 100), 'the quick brown fo');
  assert.is(replacer('^b', '')('ab', 100), 'ab');
});

test('an oversized result is rejected before it is built', () => {
  const lengthen = replacer('a', '$$'.repeat(1000));
  assert.is(lengthen('aa', 2000), '$'.repeat(2000));
  assert.is(lengthen('aa', 1999), TOO_LONG);
  const value = 'a'.repeat(1_000_000);
  assert.is(replacer('(a+)', '$1'.repeat(50_000))(value, 1_048_576), TOO_LONG);
  assert.is(lengthen(value, 1_048_576), TOO_LONG);
  assert.is(replacer('^.', '$$')('x'.repeat(11), 10), TOO_LONG, 'the unmatched rest counts, too');
});

test('the limit counts UTF-8 bytes', () => {
  const euro = replacer('e', '\u20ac');
  assert.is(euro('eee', 9), '\u20ac\u20ac\u20ac');
  assert.is(euro('eee', 8), TOO_LONG);
  assert.is(replacer('x', '')('\u{1f600}', 4), '\u{1f600}');
  assert.is(replacer('x', '')('\u{1f600}', 3), TOO_LONG);
  assert.is(replacer('-', '')('\ud83d-\ude00', 4), '\u{1f600}', 'surrogates that become adjacent are one character');
});

test('a text over its budget of steps is rejected, and the replacer handles the next one', () => {
  const costly = replacer('a(?:[^]*b)?', '-');
  assert.is(costly('a'.repeat(2_000), 1_000_000), TOO_COSTLY);
  assert.is(costly('a'.repeat(100), 1_000_000), '-'.repeat(100));
});

test('the emitted call is short and simple', () => {
  assert.is(
    emitReplacer(replacerPlan('(\\d+)/(\\d+)', '$2-$1')).source,
    "createReplacer('1b/1c-9', '2/1', '0>1+1;0>1,1>2+2;0>3+3;0>3,!+4', [2, '-', 1])",
  );
  assert.is(emitReplacer(replacerPlan('^0+|-$', '')).source, "createReplacer('19/1c', '2/1', '^0>1,1>2;0>1,!;$!', [])");
});
test.run();
