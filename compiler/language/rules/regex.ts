import { textTypes } from '../types/type-kinds.ts';
import { hintOfPattern } from '../../emitting/patterns/pattern-hint.ts';
import { hasMatchOfLength } from '../../emitting/patterns/match-lengths.ts';
import { isMatch } from '../../emitting/patterns/is-match.ts';
import { type MatcherPlan, planMatcher } from '../../emitting/patterns/plan-matcher.ts';
import { code, commentText, name as nameOf } from '../../emitting/code/literal.ts';
import { capitalize } from '../../emitting/code/names.ts';
import { emitMatcher } from '../../emitting/patterns/emit.ts';
import type { ByteContext, ByteForm, OutputText } from '../../emitting/bytes/byte-form.ts';
import { createRuleKind } from './rule-kind.ts';
import { required, text as textShape } from '../shape/create-shape.ts';

/** A pattern and its automaton. */
interface RegexPlan {
  readonly pattern: string;
  readonly matcher: MatcherPlan;
}

/**
 * REGEX: the whole value, as text, matches a regular expression. An automaton matches it in time linear in the length
 * of the value.
 */
export const regex = createRuleKind({
  ruleType: 'REGEX',
  otherKeys: ['pattern', 'matches', 'regexp'],
  types: textTypes,
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
    if (planned.kind === 'invalid') {
      const hint = hintOfPattern(value);
      report(planned.code, `${pointer}/value`, { detail: `${by}: ${planned.reason}` }, hint === null ? {} : { hint });
    } else if (!hasMatchOfLength(planned.plan, ...lengths)) {
      report('unmatched_pattern', `${pointer}/value`, { by, field: field.name });
    }
  },
  plan({ value }): RegexPlan {
    const planned = planMatcher(value);
    if (planned.kind === 'invalid') throw new Error(`an invalid pattern passed the checks: ${planned.reason}`);
    return { pattern: value, matcher: planned.plan };
  },
  sentence: ({ pattern }) => `matching ${pattern}`,
  demand: ({ pattern }) => `match ${pattern}`,
  comparable: ({ value }) => value,
  // Patterns that match the same texts have equal minimal automata.
  effect({ value }) {
    const planned = planMatcher(value);
    return planned.kind === 'ok' ? planned.plan : null;
  },
  violates: ({ matcher }, value) => !isMatch(matcher, value),
  pattern: ({ value }) => value,
  boundaryValues: ({ matcher }) => ({ matcher }),
  schema: ({ pattern }, type) => (type === 'string' ? { pattern: `^(?:${pattern})$` } : {}),
  declaredNames: (name) => [matcherName(name), ...['Matcher', 'Ends', 'Rows', 'Classes'].map((part) => name + part)],
  declare: ({ pattern, matcher }, name, scope) => [
    code`/** Matches ${commentText(pattern)}. */\nconst ${nameOf(matcherName(name))} = ${scope.include({ code: emitMatcher(matcher), imports: ['createMatcher'] })};`,
  ],
  isBroken: (_, { text }, name) => code`!${nameOf(matcherName(name))}(${text})`,
  inBytes: (plan, name, context) => ({
    text: (text) => emitMatchBytes(plan, name, text, context),
    following: {
      before: [code`let row = ${plan.matcher.classes};`],
      each: [code`row = ${nameOf(`${name}Rows`)}[row + (${nameOf(`${name}Classes`)}[byte] as number)] as number;`],
      wide: [code`row = ${nameOf(`${name}Matcher`)}.run(input, from, from + end - length - 1);`],
    },
  }),
});

/** Returns the name of the generated function that matches a pattern. */
function matcherName(name: string): string {
  return `matches${capitalize(name)}`;
}

function emitMatchBytes(
  { pattern, matcher }: RegexPlan,
  name: string,
  { from, to, isFollowed }: OutputText,
  { scope }: ByteContext,
): ByteForm {
  const own = nameOf(`${name}Matcher`);
  const part = (suffix: string) => nameOf(name + suffix);
  return {
    declarations: [
      code`/** Matches ${commentText(pattern)}. */\nconst ${own} = ${emitMatcher(matcher, scope.use('createByteMatcher'))};`,
      ...(isFollowed
        ? [code`const ${part('Classes')} = ${own}.classes;`, code`const ${part('Rows')} = ${own}.rows;`]
        : []),
      code`const ${part('Ends')} = ${own}.ends;`,
    ],
    body: [
      code`if (${part('Ends')}[${isFollowed ? code`row` : code`${own}.run(output, ${from}, ${to})`}] !== 1) return -1;`,
    ],
  };
}
