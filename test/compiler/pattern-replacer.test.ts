import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planReplacer } from '../../compiler/3-plan/patterns/plan-replacer.ts';
import { emitReplacer } from '../../compiler/4-emit/patterns.ts';
import { createReplacer, type Replacer } from '../../compiler/kernel/replacer.ts';
import { FUZZ, patterns, replacements, texts } from './pattern-samples.ts';

/** The replacer as a generated module has it: from the source text of its call. */
function replacer(pattern: string, replacement: string): Replacer {
  const planned = planReplacer(pattern, replacement);
  if (planned.kind === 'wrong') throw new Error(planned.reason);
  return new Function('createReplacer', `return ${emitReplacer(planned.plan).source}`)(createReplacer);
}

/** The groups of a pattern, as the engine counts them. */
function groupsOf(pattern: string): number {
  return (new RegExp(`${pattern}|`, 'u').exec('')?.length ?? 1) - 1;
}

test('the replacer agrees with String.prototype.replace for any pattern and text', () => {
  let changes = 0;
  fc.assert(
    fc.property(patterns, replacements, fc.array(texts, { minLength: 8, maxLength: 8 }), (pattern, text, values) => {
      const groups = groupsOf(pattern);
      const replacement = text.replace(/\$(\d+)/g, (_, digits) => `$${Math.min(Number(digits), groups) || '$'}`);
      const ours = replacer(pattern, replacement);
      for (const value of ['', ...values]) {
        const expected = value.replace(new RegExp(pattern, 'gu'), replacement);
        if (expected !== value) changes++;
        assert.is(ours(value, 1000), expected, `${JSON.stringify(pattern)} by ${JSON.stringify(replacement)} in ${JSON.stringify(value)}`);
      }
    }),
    { numRuns: 4000 * FUZZ },
  );
  assert.ok(changes > 2000, `only ${changes} of the cases were matches`);
});
test.run();
