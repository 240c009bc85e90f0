import { typeKinds } from '../../../language/types/type-kinds.ts';
import { correctionKinds } from '../../../language/corrections/correction-kinds.ts';
import type { ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { isBlank, trim } from '../../../kernel/values/text.ts';
import { addsDistinctDate } from './date.ts';
import { toOperations, areSizeLimitsCovered } from './size-limits.ts';
import { correctFrom, judgeCorrected, judgeFrom, type Judgement } from './judge-text.ts';
import { isJudged, type Pipeline, worstRule, ruleVerdict } from '../model/pipeline.ts';
import { isSame } from '../model/spec-pair.ts';
import { findOutside } from '../languages/containment.ts';
import { worstOf } from '../model/severity.ts';
import { languageOf, languageOfRule } from '../languages/value-language.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';

/**
 * Whether no verdict gets worse if the corrections of `old` are replaced by those of `now`. The rest of the two
 * pipelines must be equal. Returns false if this cannot be proved.
 */
export function areCorrectionsCovered(old: Pipeline, now: Pipeline): boolean {
  if (isSame(toOperations(old.corrections), toOperations(now.corrections))) return true;
  if (!areSizeLimitsCovered(old, now)) return false;
  if (!isJudged(now) || addsDistinctDate(old, now)) return true;
  if (areListedTextsCovered(old, now)) return true;
  const [before, after] = [shapeOf(old), shapeOf(now)];
  if (before === null || after === null) return false;
  return (
    isFallbackCovered(old, before, now, after) &&
    areCasesCovered(now, before, after) &&
    isTrimCovered(now, before, after)
  );
}

/**
 * Whether the lists differ in one correction, and only for some texts, which get no worse verdict. Returns false if this
 * cannot be proved.
 */
function areListedTextsCovered(old: Pipeline, now: Pipeline): boolean {
  if (old.corrections.length !== now.corrections.length) return false;
  const [before, after] = [toOperations(old.corrections), toOperations(now.corrections)];
  const places = [...before.keys()].filter((place) => !isSame(before[place], after[place]));
  const [place = -1] = places;
  const [was, is] = [old.corrections[place], now.corrections[place]];
  if (places.length !== 1 || was === undefined || is === undefined || was.correctionType !== is.correctionType)
    return false;
  const texts = correctionKinds[is.correctionType].differsOn(was, is);
  return texts?.every((text) => judgeFrom(now, text, place).max <= judgeFrom(old, text, place).min) === true;
}

/** The effect of a list of corrections that change only blanks, letter case and null. */
interface Shape {
  readonly trims: boolean;
  /** The types of those that change letter case, in the order of the list. Adjacent equal ones appear once. */
  readonly cases: readonly string[];
  /** The text that replaces null and blank texts, or null if nothing replaces them. */
  readonly fallback: string | null;
}

function shapeOf(pipeline: Pipeline): Shape | null {
  const types = pipeline.corrections.map(({ correctionType }) => correctionType);
  const changes = types.map((type) => correctionKinds[type].changesOnly);
  if (changes.includes(null)) return null;
  const cases = types.filter((_, index) => changes[index] === 'CASE');
  const filled = correctFrom(pipeline, null, 0);
  if (filled.kind !== 'text' || (filled.text !== null && isBlank(filled.text))) return null;
  return {
    trims: changes.includes('BLANKS'),
    cases: cases.filter((type, index) => type !== cases[index - 1]),
    fallback: filled.text,
  };
}

/** Whether null and blank texts get no worse verdict than before. */
function isFallbackCovered(old: Pipeline, before: Shape, now: Pipeline, after: Shape): boolean {
  if (before.fallback === after.fallback) return true;
  const was = judgeCorrected(old, before.fallback);
  const is = judgeCorrected(now, after.fallback);
  if (is.max === 0 && after.fallback !== null) return true;
  const isBlankCovered =
    after.fallback === null ? isBlankNoWorse(now, after, was) : before.fallback !== null || isBlankNull(old, before);
  return is.max <= was.min && isBlankCovered;
}

/** Whether a blank text is null after all corrections and the conversion to the type. */
function isBlankNull({ field }: Pipeline, { trims }: Shape): boolean {
  return trims || !typeKinds[field.type].isText;
}

/**
 * Whether a blank text that corrections replaced before, and that they do not replace now, gets no worse verdict. `was`
 * is its old verdict.
 */
function isBlankNoWorse(now: Pipeline, after: Shape, was: Judgement): boolean {
  return isBlankNull(now, after) || worstRule(now) <= was.min;
}

function areCasesCovered(now: Pipeline, before: Shape, after: Shape): boolean {
  if (isSame(before.cases, after.cases)) return true;
  const { field, nullTexts } = now;
  const makesNoNull = now.whenNull === 0 || nullTexts.size === 1;
  const type = typeKinds[field.type];
  return makesNoNull && (type.ignoresCase(field) || (type.isText && worstRule(now) === 0));
}

function isTrimCovered(now: Pipeline, before: Shape, after: Shape): boolean {
  if (before.trims === after.trims) return true;
  return after.trims ? isTrimmingCovered(now) : isUntrimmingCovered(now);
}

/**
 * Whether it can be proved that a field is never null after its corrections. None of them may change other
 * texts, they must replace null and blank texts, and the spec must have no nullValues.
 */
export function isNeverNull(pipeline: Pipeline): boolean {
  const shape = shapeOf(pipeline);
  return pipeline.nullTexts.size === 1 && shape !== null && shape.fallback !== null;
}

/** Whether no verdict gets worse when TRIM is added. Returns false if this cannot be proved. */
function isTrimmingCovered(pipeline: Pipeline): boolean {
  const { field, rules, whenNull } = pipeline;
  // Types other than STRING ignore surrounding blanks anyway. But a trimmed text may be one of nullValues.
  if (!typeKinds[field.type].isText) return judgeNulls(pipeline).every(({ min }) => whenNull <= min);
  const worst = worstOf([whenNull, worstRule(pipeline)]);
  if (rules.some((rule) => ruleVerdict(rule) === worst && allowsNoBlanksAround(rule, pipeline))) return true;
  return whenNull === 0 && rules.every((rule) => allowsTrimmed(rule, pipeline));
}

/** Whether no verdict gets worse when TRIM is removed. Returns false if this cannot be proved. */
function isUntrimmingCovered(pipeline: Pipeline): boolean {
  if (!typeKinds[pipeline.field.type].isText) return judgeNulls(pipeline).every(({ max }) => max <= pipeline.whenNull);
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
  return ruleKinds[rule.ruleType].acceptsTrimmed(rule) ?? allowsNoBlanksAround(rule, pipeline);
}
