import { hintOfPattern } from '../patterns/pattern-hint.ts';
import { hasMatchOfLength } from '../patterns/match-lengths.ts';
import { isMatch } from '../patterns/is-match.ts';
import { type MatcherPlan, planMatcher } from '../patterns/plan-matcher.ts';
import { type Code, code, commentText, name as nameOf } from '../code/literal.ts';
import { emitMatcher } from '../patterns/emit.ts';
import type { ByteContext, ByteForm, OutputText } from '../bytes/byte-form.ts';
import { createRuleKind } from './rule-kind.ts';
import { required, text as textShape } from '../shape/shape.ts';

/** A pattern and its automaton. */
interface RegexPlan {
  readonly pattern: string;
  readonly matcher: MatcherPlan;
}

/** REGEX: the whole value, as text, matches. Matching uses an automaton and takes time linear in the value. */
export const regex = createRuleKind({
  ruleType: 'REGEX',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE'],
  doc: 'The whole value, as text, matches a regular expression.',
  operands: {
    value: required(
      textShape(
        'A regular expression in ECMAScript’s syntax with the flag `u`, without back-references, look-around and `\\b`.',
        { min: 1 },
      ),
    ),
  },
  check({ value }, { field, lengths, pointer, by, report }) {
    const planned = planMatcher(value);
    if (planned.kind === 'wrong') {
      const hint = hintOfPattern(value);
      report(planned.code, `${pointer}/value`, { detail: `${by}: ${planned.reason}` }, hint === null ? {} : { hint });
    } else if (!hasMatchOfLength(planned.plan, ...lengths)) {
      report('unmatched_pattern', `${pointer}/value`, { by, field: field.name });
    }
  },
  plan({ value }): RegexPlan {
    const planned = planMatcher(value);
    if (planned.kind === 'wrong') throw new Error(`an invalid pattern passed the checks: ${planned.reason}`);
    return { pattern: value, matcher: planned.plan };
  },
  sentence: ({ pattern }) => `matching ${pattern}`,
  demand: ({ pattern }) => `match ${pattern}`,
  violates: ({ matcher }, value) => !isMatch(matcher, value),
  pattern: ({ value }) => value,
  boundaryValues: ({ matcher }) => ({ matcher }),
  schema: ({ pattern }, type) => (type === 'string' ? { pattern: `^(?:${pattern})$` } : {}),
  nameSuffix: 'Pattern',
  declare: ({ pattern, matcher }, name, scope) => [
    code`/** ${commentText(pattern)} */\nconst ${nameOf(name)} = ${scope.include({ code: emitMatcher(matcher), imports: ['createMatcher'] })};`,
  ],
  isBroken: (_, { text }, name) => code`!${nameOf(name)}(${text})`,
  inBytes: (plan, name, context) => ({
    text: (text) => emitMatchBytes(plan, nameOf(name), text, context),
    following: {
      before: [code`let row = ${plan.matcher.classes};`],
      each: [code`row = ${nameOf(name)}Rows[row + (${nameOf(name)}Classes[byte] as number)] as number;`],
      wide: [code`row = ${nameOf(name)}.run(input, from, from + end - length - 1);`],
    },
  }),
});

function emitMatchBytes(
  { pattern, matcher }: RegexPlan,
  own: Code,
  { from, to, isFollowed }: OutputText,
  { scope }: ByteContext,
): ByteForm {
  const parts = [
    ...(isFollowed ? [code`const ${own}Classes = ${own}.classes;`, code`const ${own}Rows = ${own}.rows;`] : []),
    code`const ${own}Ends = ${own}.ends;`,
  ];
  return {
    declarations: [
      code`/** ${commentText(pattern)} */\nconst ${own} = ${emitMatcher(matcher, scope.use('createByteMatcher'))};\n${parts}`,
    ],
    body: [
      code`if (${own}Ends[${isFollowed ? code`row` : code`${own}.run(output, ${from}, ${to})`}] !== 1) return -1;`,
    ],
  };
}
