import type { FieldPlan, RulePlan } from '../../3-plan/plan.ts';
import type { AllowedPlan } from '../../rules/allowed-values.ts';
import type { RegexPlan } from '../../rules/regex.ts';
import { type Code, code, commentText, join, name } from '../literal.ts';
import { emitMatcher } from '../patterns.ts';
import { type ByteForm, callCarefully, type FastContext } from './fast-field.ts';

/** Where the judged text stands in `output`; `hasJson`: whether it may hold escapes, and its length is not that of its bytes. */
export interface OutputText {
  from: Code;
  to: Code;
  hasJson: boolean;
}

/** More words are left to the careful reading, and longer ones. */
const MOST_WORDS = 64;
const LONGEST_WORD = 32;

/** The rules that judge a text as it stands in the output; null where one has no byte form. */
export function emitTextRules(field: FieldPlan, text: OutputText, context: FastContext): ByteForm | null {
  const forms = field.rules.map((rule) => emitTextRule(field, rule, text, context));
  if (forms.includes(null)) return null;
  const found = forms.filter((form) => form !== null);
  return { declares: found.flatMap(({ declares }) => declares), body: found.flatMap(({ body }) => body) };
}

function emitTextRule(field: FieldPlan, rule: RulePlan, text: OutputText, context: FastContext): ByteForm | null {
  const length = text.hasJson ? code`cells.codePoints` : code`${text.to} - (${text.from})`;
  switch (rule.ruleType) {
    case 'MIN_LENGTH': return { declares: [], body: [code`if (${length} < ${lengthOf(rule)}) return -1;`] };
    case 'MAX_LENGTH': return { declares: [], body: [code`if (${length} > ${lengthOf(rule)}) return -1;`] };
    case 'REGEX': return emitRegex(field, rule, text, context);
    case 'ALLOWED_VALUES': return emitAllowed(rule, text);
    default: return null;
  }
}

function lengthOf({ operand }: RulePlan): number {
  return (operand as { length: number }).length;
}

function emitRegex(field: FieldPlan, rule: RulePlan, { from, to, hasJson }: OutputText, { scope }: FastContext): ByteForm {
  const { pattern, matcher } = rule.operand as RegexPlan;
  const own = name(rule.declares);
  return {
    declares: [code`/** ${commentText(pattern)} */\nconst ${own} = ${emitMatcher(matcher, scope.use('createByteMatcher'))};`],
    body: [...(hasJson ? [code`if (cells.hasEscapes) ${callCarefully(field)}`] : []), code`if (!${own}(output, ${from}, ${to})) return -1;`],
  };
}

function emitAllowed(rule: RulePlan, { from, to }: OutputText): ByteForm | null {
  const { values } = rule.operand as AllowedPlan;
  const words = values.map((value) => new TextEncoder().encode(JSON.stringify(value).slice(1, -1)));
  if (words.length > MOST_WORDS || words.some((word) => word.length > LONGEST_WORD)) return null;
  const own = name(rule.declares);
  const lengths = [...new Set(words.map((word) => word.length))].sort((a, b) => a - b);
  const cases = lengths.map((length) => code`    case ${length}: return ${join(words.filter((word) => word.length === length).map(emitIsWord), ' || ')};`);
  const declared = code`/** Whether one of ${commentText(values.join(', '))} stands there. */
function ${own}(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
${cases}
    default: return false;
  }
}`;
  return { declares: [declared], body: [code`if (!${own}(output, ${from}, ${to})) return -1;`] };
}

/** Whether these bytes stand in `bytes` at `from`. */
export function emitIsWord(word: Uint8Array): Code {
  if (word.length === 0) return code`true`;
  return join([...word].map((byte, i) => code`bytes[${i === 0 ? code`from` : code`from + ${i}`}] === ${byte}`), ' && ');
}
