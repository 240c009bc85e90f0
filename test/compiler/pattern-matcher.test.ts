import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasMatchOfLength, shortestMatch } from '../../compiler/emitting/patterns/match-lengths.ts';
import { minimise } from '../../compiler/emitting/patterns/minimal-automaton.ts';
import { createBudget } from '../../compiler/emitting/patterns/pattern.ts';
import { toPositionGraph } from '../../compiler/emitting/patterns/position-graph.ts';
import { readPattern } from '../../compiler/emitting/patterns/read-pattern.ts';
import { toSubsetAutomaton, type RawAutomaton } from '../../compiler/emitting/patterns/subset-automaton.ts';
import { emitMatcher } from '../../compiler/emitting/patterns/emit.ts';
import { isWithinLimit, matcher, matcherPlan } from './pattern-functions.ts';
import { patterns as anyPatterns, texts } from './pattern-samples.ts';
import { effort, scaleRuns } from '../support/property.ts';

// Patterns that are rejected for their size are covered by pattern-hostile.test.ts.
const patterns = anyPatterns.filter(isWithinLimit);

function native(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

function lengthOf(text: string): number {
  return [...text].length;
}

test('the matcher agrees with the engine for every pattern and text', () => {
  let matches = 0;
  fc.assert(
    fc.property(patterns, fc.array(texts, { minLength: 8, maxLength: 8 }), (pattern, values) => {
      const [ours, theirs] = [matcher(pattern), native(pattern)];
      for (const value of ['', ...values]) {
        const expected = theirs.test(value);
        if (expected) matches++;
        assert.is(ours(value), expected, `${JSON.stringify(pattern)} on ${JSON.stringify(value)}`);
      }
    }),
    { numRuns: scaleRuns(4000) },
  );
  assert.ok(matches > 2000 * effort, `only ${matches} of the cases were matches`);
});

test('the shortest match matches, and no shorter text does', () => {
  fc.assert(
    fc.property(patterns, texts, (pattern, value) => {
      const plan = matcherPlan(pattern);
      const shortest = shortestMatch(plan);
      if (shortest === null) assert.not.ok(hasMatchOfLength(plan, 0, null));
      else {
        assert.ok(native(pattern).test(shortest));
        assert.ok(hasMatchOfLength(plan, lengthOf(shortest), lengthOf(shortest)));
        assert.not.ok(hasMatchOfLength(plan, 0, lengthOf(shortest) - 1));
      }
      if (!/\p{Surrogate}/u.test(value) && native(pattern).test(value))
        assert.ok(hasMatchOfLength(plan, lengthOf(value), lengthOf(value)));
    }),
    { numRuns: scaleRuns(1500) },
  );
});

test('lengths: exactly those of matching texts', () => {
  const has = (pattern: string, min: number, max: number | null): boolean =>
    hasMatchOfLength(matcherPlan(pattern), min, max);
  assert.is(has('(?:a{6}|b{10})*', 1, 5), false);
  assert.is(has('(?:a{6}|b{10})*', 7, 9), false);
  assert.is(has('(?:a{6}|b{10})*', 14, 14), false);
  assert.is(has('(?:a{6}|b{10})*', 1_000_001, 1_000_001), false);
  assert.is(has('(?:a{6}|b{10})*', 1_000_000, 1_000_000), true);
  assert.is(has('(?:a{9000})*', 8_999_999, 8_999_999), false);
  assert.is(has('(?:a{9000})*', 9_000_000, 9_000_000), true);
  assert.is(has('a{3,5}', 6, null), false);
  assert.is(has('a{3,5}', 5, null), true);
  assert.is(has('a{3,5}', 0, 2), false);
  assert.is(has('a+', 4, 3), false);
  assert.is(has('[]', 0, null), false);
  assert.is(has('\u{1f600}{2}', 2, 2), true);
  assert.is(has('\u{1f600}{2}', 4, 4), false);
  assert.is(has('[\\ud800-\\udfff]', 0, null), false, 'no decoder produces a lone surrogate');
  assert.is(has('\\u{d83d}\\u{de00}', 0, null), false);
});

test('the shortest match consists of plain characters', () => {
  assert.is(shortestMatch(matcherPlan('[A-Z]{2}\\d{2}[^]{2,}')), 'AA00aa');
  assert.is(shortestMatch(matcherPlan('.+@.+')), 'a@a');
  assert.is(shortestMatch(matcherPlan('\\p{Script=Greek}')), '\u0370');
  assert.is(shortestMatch(matcherPlan('[^]\\s')), 'a ');
  assert.is(shortestMatch(matcherPlan('[]')), null);
});

test('the plan depends only on the matched texts', () => {
  const same = [
    ['(?:a|b)*', '[ab]*'],
    ['(?:foo|bar|baz)+?', '(?:ba[rz]|foo)(?:foo|ba[zr])*'],
    ['^(a*)*$', 'a{0,}'],
    ['\\d', '[0-9]'],
    ['[]|a', 'a'],
    ['(?:(?:a{0,3}b?){0,2}){0,2}|a', 'a|(?:(?:a?a?a?b?){0,2}(?:a?a?a?b?){0,2})'],
  ] as const;
  for (const [one, other] of same) {
    assert.equal(matcherPlan(one), matcherPlan(other));
    assert.is(emitMatcher(matcherPlan(one)).source, emitMatcher(matcherPlan(other)).source);
  }
});

test('simplifying a pattern does not change its language', () => {
  fc.assert(
    fc.property(patterns, fc.array(texts, { minLength: 8, maxLength: 8 }), (pattern, values) => {
      const read = readPattern(pattern);
      if (read.kind === 'invalid') throw new Error(read.reason);
      const automaton = toSubsetAutomaton(toPositionGraph(read.tree, new Set()), createBudget(1_000_000), 0);
      assert.is(minimise(automaton).count, matcherPlan(pattern).states - 1);
      for (const value of values)
        assert.is(accepts(automaton, value), native(pattern).test(value), `${pattern} on ${JSON.stringify(value)}`);
    }),
    { numRuns: scaleRuns(1000) },
  );
});

function accepts({ classes, from, over, to, accepting }: RawAutomaton, value: string): boolean {
  let state: number | undefined = 0;
  for (const character of value) {
    const interval = classes.starts.findLastIndex((start) => start <= (character.codePointAt(0) ?? 0));
    const step = from.findIndex((source, i) => source === state && over[i] === classes.classOf[interval]);
    state = to[step];
  }
  return state !== undefined && accepting[state] === true;
}

test('the plan is a complete automaton and can be stored as JSON', () => {
  const plan = matcherPlan('[a-c]\\p{Lu}{2}|\u{1f600}?');
  assert.equal(JSON.parse(JSON.stringify(plan)), plan);
  assert.is(plan.table.length, plan.states * plan.classes);
  assert.is(plan.accepting.length, plan.states);
  assert.ok(plan.table.every((state) => state >= 0 && state < plan.states));
  assert.ok(plan.table.slice(0, plan.classes).every((state) => state === 0) && !plan.accepting[0]);
  plan.ranges.forEach(({ from, to }, i) => assert.ok(to >= from && from === (plan.ranges[i - 1]?.to ?? -1) + 1));
  assert.is(plan.ranges.at(-1)?.to, 0x10ffff);
});

test('the emitted call is short and simple', () => {
  assert.is(emitMatcher(matcherPlan('[A-Z]{2}\\d+')).source, "createMatcher('1c-9/1t-p', ',2:2;,2:3;,1:4;!,1:4')");
  assert.is(emitMatcher(matcherPlan('[^]*')).source, "createMatcher('', '!1')");
  assert.is(emitMatcher(matcherPlan('')).source, "createMatcher('', '!')");
  assert.is(emitMatcher(matcherPlan('[]')).source, "createMatcher('', '')");
  assert.is(emitMatcher(matcherPlan('[^,\\n]*')).source, "createMatcher('a x', '!1,1:0')");
});
test.run();
