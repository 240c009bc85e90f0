import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasMatchOfLength, shortestMatch } from '../../compiler/3-plan/patterns/match-lengths.ts';
import { planMatcher } from '../../compiler/3-plan/patterns/plan-matcher.ts';
import type { MatcherPlan } from '../../compiler/3-plan/patterns/plan-matcher.ts';
import { emitMatcher } from '../../compiler/4-emit/patterns.ts';
import { createMatcher } from '../../compiler/kernel/matcher.ts';
import { FUZZ, patterns, texts } from './pattern-samples.ts';

function plan(pattern: string): MatcherPlan {
  const planned = planMatcher(pattern);
  if (planned.kind === 'wrong') throw new Error(planned.reason);
  return planned.plan;
}

/** The matcher as a generated module has it: from the source text of its call. */
function matcher(pattern: string): (text: string) => boolean {
  return new Function('createMatcher', `return ${emitMatcher(plan(pattern)).source}`)(createMatcher);
}

function native(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

test('the matcher agrees with the engine for any pattern and text', () => {
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
    { numRuns: 5000 * FUZZ },
  );
  assert.ok(matches > 2000, `only ${matches} of the cases were matches`);
});

test('the shortest match matches, and no text shorter than it does', () => {
  fc.assert(
    fc.property(patterns, texts, (pattern, value) => {
      const planned = plan(pattern);
      const shortest = shortestMatch(planned);
      const lengthOf = (text: string): number => [...text].length;
      if (shortest !== null) {
        assert.ok(native(pattern).test(shortest));
        assert.ok(hasMatchOfLength(planned, lengthOf(shortest), lengthOf(shortest)));
        assert.not.ok(hasMatchOfLength(planned, 0, lengthOf(shortest) - 1));
      } else assert.not.ok(hasMatchOfLength(planned, 0, null));
      if (!/\p{Surrogate}/u.test(value) && native(pattern).test(value)) assert.ok(hasMatchOfLength(planned, lengthOf(value), lengthOf(value)));
    }),
    { numRuns: 5000 * FUZZ },
  );
});
test.run();
