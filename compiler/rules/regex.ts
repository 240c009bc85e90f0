import type { ValidationRule } from '../1-read/spec-shape.ts';
import { hintOfPattern } from '../patterns/pattern-hint.ts';
import { hasMatchOfLength } from '../patterns/match-lengths.ts';
import { isMatch } from '../patterns/is-match.ts';
import { type MatcherPlan, planMatcher } from '../patterns/plan-matcher.ts';
import { code, commentText, name as nameOf } from '../code/literal.ts';
import { emitMatcher } from '../patterns/emit.ts';
import { lengthOperand } from './length-operand.ts';
import { ruleKind } from './rule-kind.ts';

/** A pattern and its automaton. */
export interface RegexPlan {
  pattern: string;
  matcher: MatcherPlan;
}

/** REGEX: the whole value, as text, matches. Matching uses an automaton and takes time linear in the value. */
export const regex = ruleKind<'REGEX', RegexPlan>({
  ruleType: 'REGEX',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE'],
  check({ value }, { field, siblings, pointer, by, report }) {
    const planned = planMatcher(value);
    if (planned.kind === 'wrong') {
      const hint = hintOfPattern(value);
      report(planned.code, `${pointer}/value`, { detail: `${by}: ${planned.reason}` }, hint === null ? {} : { hint });
    } else if (!hasMatchOfLength(planned.plan, ...lengthsOf(siblings))) {
      report('unmatched_pattern', `${pointer}/value`, { by, field: field.name });
    }
  },
  plan({ value }) {
    const planned = planMatcher(value);
    if (planned.kind === 'wrong') throw new Error(`an invalid pattern passed the checks: ${planned.reason}`);
    return { pattern: value, matcher: planned.plan };
  },
  sentence: ({ pattern }) => `matching ${pattern}`,
  demand: ({ pattern }) => `match ${pattern}`,
  refuses: ({ matcher }, value) => !isMatch(matcher, value),
  landmarks: ({ matcher }) => ({ matcher }),
  schema: ({ pattern }, type) => (type === 'string' ? { pattern: `^(?:${pattern})$` } : {}),
  declares: 'Pattern',
  declare: ({ pattern, matcher }, name, scope) => [
    code`/** ${commentText(pattern)} */\nconst ${nameOf(name)} = ${scope.include({ code: emitMatcher(matcher), imports: ['createMatcher'] })};`,
  ],
  isBroken: (_, { text }, name) => code`!${nameOf(name)}(${text})`,
});

/**
 * Returns the minimum and maximum length that the length rules of a field allow. Invalid rules are ignored. A null
 * maximum means no limit.
 */
function lengthsOf(rules: readonly ValidationRule[]): [min: number, max: number | null] {
  let min = 0;
  let max: number | null = null;
  for (const rule of rules) {
    if (rule.ruleType === 'MIN_LENGTH') min = Math.max(min, lengthOperand(rule.value) ?? 0);
    if (rule.ruleType === 'MAX_LENGTH') max = Math.min(max ?? Infinity, lengthOperand(rule.value) ?? Infinity);
  }
  return [min, max === Infinity ? null : max];
}
