import type { FieldPlan, RulePlan } from '../plan/plan.ts';
import { toJsonBytes } from '../kernel/fast/json-bytes.ts';
import type { AllowedPlan } from '../rules/allowed-values.ts';
import type { RegexPlan } from '../rules/regex.ts';
import { type Code, code, commentText, name } from '../code/literal.ts';
import { emitMatcher } from '../patterns/emit.ts';
import type { ByteForm, FastContext } from './byte-form.ts';
import { emitIsOneOf } from './words.ts';

/** Where the judged text stands in `output`, and its length in code points. */
export interface OutputText {
  from: Code;
  to: Code;
  length: Code;
  /** A REGEX that was followed while the text was copied: its state is `row`. */
  followed: RulePlan | null;
}

/** More words are left to the careful reading, and longer ones. */
const MOST_WORDS = 64;
const LONGEST_WORD = 32;

/** The rules that judge a text as it stands in the output; null where one has no byte form. A text with escapes may meet words and lengths, not a REGEX. */
export function emitTextRules(rules: readonly RulePlan[], text: OutputText, context: FastContext): ByteForm | null {
  const forms = rules.map((rule) => emitTextRule(rule, text, context));
  if (forms.includes(null)) return null;
  const found = forms.filter((form) => form !== null);
  return { declares: found.flatMap(({ declares }) => declares), body: found.flatMap(({ body }) => body) };
}

/** The REGEX that may be followed while the text is copied. */
export function followedRegex({ rules }: FieldPlan): RulePlan | null {
  return rules.find(({ ruleType }) => ruleType === 'REGEX') ?? null;
}

/** The statements that begin to follow it, those for each byte, and those for a text with characters beyond ASCII. */
export function emitFollowing({ operand, declares }: RulePlan): { before: Code[]; each: Code[]; wide: Code[] } {
  const own = name(declares);
  return {
    before: [code`let row = ${(operand as RegexPlan).matcher.classes};`],
    each: [code`row = ${own}Rows[row + (${own}Classes[byte] as number)] as number;`],
    wide: [code`row = ${own}.run(input, from, from + end - length - 1);`],
  };
}

function emitTextRule(rule: RulePlan, text: OutputText, context: FastContext): ByteForm | null {
  switch (rule.ruleType) {
    case 'MIN_LENGTH':
      return { declares: [], body: [code`if (${text.length} < ${lengthOf(rule)}) return -1;`] };
    case 'MAX_LENGTH':
      return { declares: [], body: [code`if (${text.length} > ${lengthOf(rule)}) return -1;`] };
    case 'REGEX':
      return emitRegex(rule, text, context);
    case 'ALLOWED_VALUES':
      return emitAllowed(rule, text);
    default:
      return null;
  }
}

function lengthOf({ operand }: RulePlan): number {
  return (operand as { length: number }).length;
}

function emitRegex(rule: RulePlan, { from, to, followed }: OutputText, { scope }: FastContext): ByteForm {
  const { pattern, matcher } = rule.operand as RegexPlan;
  const own = name(rule.declares);
  const isFollowed = rule === followed;
  const parts = [
    ...(isFollowed ? [code`const ${own}Classes = ${own}.classes;`, code`const ${own}Rows = ${own}.rows;`] : []),
    code`const ${own}Ends = ${own}.ends;`,
  ];
  return {
    declares: [
      code`/** ${commentText(pattern)} */\nconst ${own} = ${emitMatcher(matcher, scope.use('createByteMatcher'))};\n${parts}`,
    ],
    body: [
      code`if (${own}Ends[${isFollowed ? code`row` : code`${own}.run(output, ${from}, ${to})`}] !== 1) return -1;`,
    ],
  };
}

function emitAllowed(rule: RulePlan, { from, to }: OutputText): ByteForm | null {
  const { values } = rule.operand as AllowedPlan;
  const words = [...new Set(values)].map(toJsonBytes);
  if (words.length > MOST_WORDS || words.some((word) => word.length > LONGEST_WORD)) return null;
  const own = name(rule.declares);
  return { declares: [emitIsOneOf(own, values, words)], body: [code`if (!${own}(output, ${from}, ${to})) return -1;`] };
}
