import { hintOfPattern } from '../3-plan/patterns/pattern-hint.ts';
import { planReplacer, type ReplacerPlan } from '../3-plan/patterns/plan-replacer.ts';
import { code, commentText, name as nameOf } from '../4-emit/literal.ts';
import { emitReplacer } from '../4-emit/patterns.ts';
import { correctionKind } from './correction-kind.ts';

interface ReplacePlan {
  pattern: string;
  replacement: string;
  replacer: ReplacerPlan;
}

/** REGEX_REPLACE: every match, leftmost first and with ECMAScript's priorities, within a budget of steps for each value. */
export const regexReplace = correctionKind<'REGEX_REPLACE', ReplacePlan>({
  correctionType: 'REGEX_REPLACE',
  types: ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'],
  grows: true,
  mayFail: true,
  check({ pattern, replacement }, { pointer, by, report }) {
    const planned = planReplacer(pattern, replacement);
    if (planned.kind === 'ok') return;
    const key = planned.code === 'invalid_replacement' ? 'replacement' : 'pattern';
    const hint = planned.code === 'invalid_pattern' ? hintOfPattern(pattern) : null;
    report(planned.code, `${pointer}/${key}`, { detail: `${by}: ${planned.reason}` }, hint === null ? {} : { hint });
  },
  plan({ pattern, replacement }) {
    const planned = planReplacer(pattern, replacement);
    if (planned.kind === 'wrong') throw new Error(`the pattern was checked before: ${planned.reason}`);
    return { pattern, replacement, replacer: planned.plan };
  },
  sentence: ({ pattern, replacement }) => `${pattern} replaced by ${JSON.stringify(replacement)}`,
  declare: ({ pattern, replacement, replacer }, name, scope) => [
    code`/** ${commentText(pattern)} becomes ${commentText(JSON.stringify(replacement))} */\nconst ${nameOf(name)} = ${scope.include({ code: emitReplacer(replacer), imports: ['createReplacer'] })};`,
  ],
  correct: (_, text, name) => code`${nameOf(name)}(${text}, record.maxRecordBytes)`,
});
