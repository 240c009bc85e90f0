import type { ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { trim } from '../../../kernel/values/text.ts';
import { judgeCorrected, type Judgement } from './judge-text.ts';
import { findOutside } from '../languages/containment.ts';
import { type Pipeline, ruleVerdict, worstRule } from '../model/pipeline.ts';
import { worstOf } from '../model/severity.ts';
import { languageOf, languageOfRule } from '../languages/value-language.ts';
import { textsOf } from '../../../language/shape/create-shape.ts';

/** Whether no verdict gets worse when TRIM is added. Returns false if this cannot be proved. */
export function isTrimmingCovered(pipeline: Pipeline): boolean {
  const { field, rules, whenNull } = pipeline;
  // Types other than STRING ignore surrounding blanks anyway. But a trimmed text may be one of nullValues.
  if (field.type !== 'STRING') return judgeNulls(pipeline).every(({ min }) => whenNull <= min);
  const worst = worstOf([whenNull, worstRule(pipeline)]);
  if (rules.some((rule) => ruleVerdict(rule) === worst && allowsNoBlanksAround(rule, pipeline))) return true;
  return whenNull === 0 && rules.every((rule) => allowsTrimmed(rule, pipeline));
}

/** Whether no verdict gets worse when TRIM is removed. Returns false if this cannot be proved. */
export function isUntrimmingCovered(pipeline: Pipeline): boolean {
  if (pipeline.field.type !== 'STRING') return judgeNulls(pipeline).every(({ max }) => max <= pipeline.whenNull);
  return worstRule(pipeline) === 0;
}

/** Returns the verdict on each non-blank text of nullValues, as if the text did not mean null. */
function judgeNulls(pipeline: Pipeline): Judgement[] {
  const unlisted = { ...pipeline, nullTexts: new Set(['']) };
  return [...pipeline.nullTexts].filter((text) => trim(text) !== '').map((text) => judgeCorrected(unlisted, text));
}

/** Whether a rule rejects every text that begins or ends with a blank. Returns false if this cannot be proved. */
function allowsNoBlanksAround(rule: ValidationRule, { field }: Pipeline): boolean {
  const [bare, language] = [languageOf(BARE), languageOfRule(rule, field)];
  return bare !== null && language !== null && findOutside(bare, [language]).kind === 'contained';
}

const BARE = '(?:\\P{White_Space}(?:[^]*\\P{White_Space})?)?';

/**
 * Whether the rule accepts every text that it accepts also without the blanks around the text. Returns false if this
 * cannot be proved.
 */
function allowsTrimmed(rule: ValidationRule, pipeline: Pipeline): boolean {
  if (rule.ruleType === 'MAX_LENGTH') return true;
  if (rule.ruleType === 'MIN_LENGTH') return Number(rule.value) <= 1;
  if (rule.ruleType !== 'ALLOWED_VALUES') return allowsNoBlanksAround(rule, pipeline);
  const allowed = textsOf(rule.value);
  return allowed.every((text) => trim(text) === '' || allowed.includes(trim(text)));
}
